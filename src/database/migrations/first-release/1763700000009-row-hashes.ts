import type { QueryRunner } from 'typeorm';
import { ForwardMigration } from '../forward-migration';

/**
 * Adds to each derived row the hash of its derived columns. A refresh compares the hash and does not write unchanged
 * rows. Existing rows have no hash, so the next refresh writes each of these rows once.
 */
export class RowHashes1763700000009 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['intelligence_media_context', 'intelligence_search_documents']) {
      await runner.query(`ALTER TABLE ${table} ADD derived_hash text NOT NULL DEFAULT ''`);
      await runner.query(`ALTER TABLE ${table} ALTER derived_hash SET STATISTICS 0`);
    }
  }
}
