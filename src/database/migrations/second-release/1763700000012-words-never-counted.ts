import type { QueryRunner } from 'typeorm';
import { ForwardMigration } from '../forward-migration';

/**
 * Changes `refreshed_at` of a lexicon that was never counted from `-infinity` to null, because PostgreSQL before 17
 * cannot use `-infinity` in a subtraction: "cannot subtract infinite timestamps".
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
