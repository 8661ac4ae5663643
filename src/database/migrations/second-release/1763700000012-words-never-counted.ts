import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A lexicon that was never counted has no time of a count. It had `-infinity`, from which PostgreSQL before 17 subtracts
 * no other time: "cannot subtract infinite timestamps".
 */
export class WordsNeverCounted1763700000012 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE intelligence_lexicon_state ALTER refreshed_at DROP DEFAULT, ALTER refreshed_at DROP NOT NULL',
    );
    await runner.query(
      `UPDATE intelligence_lexicon_state SET refreshed_at = NULL WHERE refreshed_at = '-infinity'::timestamptz`,
    );
  }

  down(): Promise<void> {
    throw new Error('Migrations only go forward; restore a backup to go back.');
  }
}
