import type { QueryRunner } from 'typeorm';
import { ForwardMigration } from '../forward-migration';

/**
 * Queues all items, so that their rows are derived again. Existing entries of the queue do not change, so quarantined
 * items stay quarantined. Rows of earlier releases lack the acronyms of titles, and list people in the order of the
 * catalog instead of by role. The server derives the rows in the background and serves the old rows until then.
 */
export class DeriveAgain1763700000092 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `INSERT INTO intelligence_dirty_keys (library_id, media_id, reason)
       SELECT library_id, media_id, 'requested' FROM media_items
       ON CONFLICT (library_id, media_id) DO NOTHING`,
    );
  }
}
