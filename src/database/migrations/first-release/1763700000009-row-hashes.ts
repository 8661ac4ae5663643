import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Derived rows carry the hash of what was derived, so that a refresh tells by it which rows say the same already. Rows
 * of before have none, and are written once more when they are derived the next time.
 */
export class RowHashes1763700000009 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['intelligence_media_context', 'intelligence_search_documents']) {
      await runner.query(`ALTER TABLE ${table} ADD derived_hash text NOT NULL DEFAULT ''`);
      await runner.query(`ALTER TABLE ${table} ALTER derived_hash SET STATISTICS 0`);
    }
  }

  down(): Promise<void> {
    throw new Error('Migrations only go forward; restore a backup to go back.');
  }
}
