import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { classifyDatabaseError } from '../database/sql-state';

/** Channel on which refreshers are woken; the payload is empty. */
export const DIRTY_CHANNEL = 'intelligence_dirty';

/** Failures after which a row is quarantined. */
const ATTEMPTS_MAX = 5;

/** Characters kept of an error's text; enough to name it, too few to hold a catalog text. */
const ERROR_MAX_CHARS = 200;

/** The durable queue of read-model rows that must be derived again. */
@Injectable()
export class DirtyKeyStore {
  constructor(private readonly dataSource: DataSource) {}

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

  /** Libraries with keys that are due, at most 1,000. */
  async listDueLibraries(): Promise<string[]> {
    const rows: { library_id: string }[] = await this.dataSource.query(
      `SELECT DISTINCT library_id FROM intelligence_dirty_keys
        WHERE NOT quarantined AND not_before <= now() ORDER BY library_id LIMIT 1000`,
    );
    return rows.map((row) => row.library_id);
  }

  /** UUIDs of a library's due items, the longest waiting first. */
  async listDue(libraryId: string, limit: number): Promise<string[]> {
    const rows: { media_id: string }[] = await this.dataSource.query(
      `SELECT media_id FROM intelligence_dirty_keys
        WHERE library_id = $1 AND NOT quarantined AND not_before <= now() ORDER BY not_before, media_id LIMIT $2`,
      [libraryId, limit],
    );
    return rows.map((row) => row.media_id);
  }

  /** Of the given items, those still queued; locked until the transaction ends. */
  async claim(manager: EntityManager, libraryId: string, mediaIds: readonly string[]): Promise<string[]> {
    const rows: { media_id: string }[] = await manager.query(
      `SELECT media_id FROM intelligence_dirty_keys WHERE library_id = $1 AND media_id = ANY($2::uuid[])
        FOR UPDATE SKIP LOCKED`,
      [libraryId, [...mediaIds]],
    );
    return rows.map((row) => row.media_id);
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

  /** Whether an error lies in the rows and not in the database's condition, which is better waited out. */
  isPoison(error: unknown): boolean {
    const failure = classifyDatabaseError(error);
    return failure === 'bad_value' || failure === 'other' || failure === 'unique_violation';
  }

  /** Puts failed items back with a growing delay; after five failures they are quarantined. */
  async postpone(libraryId: string, mediaIds: readonly string[], error: unknown): Promise<void> {
    const text = (error instanceof Error ? error.message : String(error)).slice(0, ERROR_MAX_CHARS);
    await this.dataSource.query(
      `UPDATE intelligence_dirty_keys
          SET attempts = attempts + 1, not_before = now() + interval '1 second' * (2 ^ attempts),
              quarantined = attempts + 1 >= ${ATTEMPTS_MAX}, last_error = $3
        WHERE library_id = $1 AND media_id = ANY($2::uuid[])`,
      [libraryId, [...mediaIds], text],
    );
  }
}
