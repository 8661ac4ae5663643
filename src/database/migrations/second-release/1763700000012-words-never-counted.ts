import type { QueryRunner } from 'typeorm';
import { ForwardMigration } from '../forward-migration';

/**
 * Makes `refreshed_at` null while the lexicon has never been counted. It was `-infinity`, but PostgreSQL before 17
 * cannot use this value in a subtraction: "cannot subtract infinite timestamps".
 */
export class WordsNeverCounted1763700000012 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE intelligence_lexicon_state ALTER refreshed_at DROP DEFAULT, ALTER refreshed_at DROP NOT NULL',
    );
    await runner.query(
      `UPDATE intelligence_lexicon_state SET refreshed_at = NULL WHERE refreshed_at = '-infinity'::timestamptz`,
    );
  }
}
