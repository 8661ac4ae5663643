import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** Channel on which refreshers are woken; the payload is empty. */
export const DIRTY_CHANNEL = 'intelligence_dirty';

/** The durable queue of read-model rows that must be derived again. */
@Injectable()
export class DirtyKeyStore {
  /** Queues items in the transaction that made them stale, and wakes the refreshers when it commits. */
  async enqueue(manager: EntityManager, libraryId: string, mediaIds: readonly string[], reason: string): Promise<void> {
    if (mediaIds.length === 0) return;
    await manager.query(
      `INSERT INTO intelligence_dirty_keys (library_id, media_id, reason)
       SELECT $1, media_id, $3 FROM unnest($2::uuid[]) AS media_id
       ON CONFLICT (library_id, media_id) DO UPDATE
         SET attempts = 0, not_before = now(), quarantined = false, last_error = NULL, reason = EXCLUDED.reason`,
      [libraryId, [...mediaIds], reason],
    );
    await manager.query(`SELECT pg_notify($1, '')`, [DIRTY_CHANNEL]);
  }

  /** Takes items off the queue: they were refreshed or removed in this transaction. */
  async remove(manager: EntityManager, libraryId: string, mediaIds: readonly string[]): Promise<void> {
    await manager.query('DELETE FROM intelligence_dirty_keys WHERE library_id = $1 AND media_id = ANY($2::uuid[])', [
      libraryId,
      [...mediaIds],
    ]);
  }

  /** Takes all items of a library off the queue. */
  async removeLibrary(manager: EntityManager, libraryId: string): Promise<void> {
    await manager.query('DELETE FROM intelligence_dirty_keys WHERE library_id = $1', [libraryId]);
  }
}
