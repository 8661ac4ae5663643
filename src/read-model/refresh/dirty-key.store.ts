import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { isDistributed } from '../../database/distribution/distribution';
import { classifyDatabaseError } from '../../database/pg-errors';

/** Channel of the notifications that wake refreshers. The payload is empty. */
export const DIRTY_CHANNEL = 'intelligence_dirty';

/**
 * Number of failures after which a key is quarantined: not tried again until its item is queued again. The delays
 * between the failures are 1, 2, 4 and 8 seconds.
 */
const ATTEMPTS_MAX = 5;

/** Maximum length of a stored error text. An error can quote a long text of the catalog, such as an overview. */
const ERROR_MAX_CHARS = 200;

/** Maximum number of keys that one statement queues when a whole library is queued. */
const ENQUEUE_MAX = 10_000;

/**
 * Condition: the key `k` is due. Delays are shorter than a minute, so a time more than a minute ahead means that the
 * clock of the database was set back.
 */
const DUE = `NOT k.quarantined AND (k.not_before <= now() OR k.not_before > now() + interval '1 minute')`;

/**
 * An item that is queued again starts anew: its failures are forgotten, and it leaves the quarantine. The waiting time
 * of a quarantined item also starts anew. Otherwise, the time in quarantine would be reported as lag of the refresh.
 */
const REQUEUE = `ON CONFLICT (library_id, media_id) DO UPDATE
   SET enqueued_at = CASE WHEN intelligence_dirty_keys.quarantined THEN EXCLUDED.enqueued_at
                          ELSE intelligence_dirty_keys.enqueued_at END,
       attempts = 0, not_before = EXCLUDED.not_before, quarantined = false, last_error = NULL, reason = EXCLUDED.reason`;

// A loose index scan: jumps from library to library, so the cost does not depend on the length of the queue.
const DUE_LIBRARIES_SQL = `
WITH RECURSIVE queued AS (
  (SELECT library_id FROM intelligence_dirty_keys WHERE NOT quarantined ORDER BY library_id LIMIT 1)
  UNION ALL
  SELECT (SELECT k.library_id FROM intelligence_dirty_keys k
           WHERE NOT k.quarantined AND k.library_id > queued.library_id ORDER BY k.library_id LIMIT 1)
    FROM queued WHERE queued.library_id IS NOT NULL
)
SELECT library_id FROM queued
 WHERE EXISTS (SELECT FROM intelligence_dirty_keys k WHERE k.library_id = queued.library_id AND ${DUE})
 LIMIT 1000`;

/** `DUE_LIBRARIES_SQL` for a distributed database, where each node reads its part of the queue. */
const DUE_ON_NODES_SQL = `
SELECT k.library_id FROM intelligence_dirty_keys k WHERE ${DUE} GROUP BY k.library_id ORDER BY k.library_id LIMIT 1000`;

/** A key of the queue, as one transaction read it. */
export interface QueuedKey {
  /** UUID. */
  readonly media_id: string;
  /** When the key is due, as text of PostgreSQL. Changes when the item is queued again or postponed. */
  readonly not_before: string;
}

/**
 * The durable queue of items whose read-model rows must be derived again. A dirty key is an entry of the queue: the ids
 * of a library and of an item.
 */
@Injectable()
export class DirtyKeyStore {
  constructor(private readonly dataSource: DataSource) {}

  /** Queues items in the transaction of `manager`, and wakes the refreshers when it commits. */
  async enqueue(manager: EntityManager, libraryId: string, mediaIds: readonly string[], reason: string): Promise<void> {
    if (mediaIds.length === 0) return;
    await manager.query(
      `INSERT INTO intelligence_dirty_keys (library_id, media_id, reason)
       SELECT $1, media_id, $3 FROM unnest($2::uuid[]) AS media_id ${REQUEUE}`,
      [libraryId, [...mediaIds], reason],
    );
    await this.wake(manager);
  }

  /**
   * Queues at most 10,000 items of a library after the item `after` (null: from the first), by id. `queued` is the
   * number of these items. `last` is the id of the last of them; null if they are fewer than 10,000.
   */
  async enqueueNext(
    manager: EntityManager,
    libraryId: string,
    after: string | null,
    reason: string,
  ): Promise<{ queued: number; last: string | null }> {
    const [result]: [{ queued: number; last: string | null }] = await manager.query(
      `WITH item AS (
         SELECT media_id FROM media_items WHERE library_id = $1 AND ($2::uuid IS NULL OR media_id > $2)
          ORDER BY media_id LIMIT ${ENQUEUE_MAX}
       ), queued AS (
         INSERT INTO intelligence_dirty_keys (library_id, media_id, reason) SELECT $1, media_id, $3 FROM item ${REQUEUE}
       )
       SELECT count(*)::integer AS queued, CASE WHEN count(*) = ${ENQUEUE_MAX} THEN max(media_id::text) END AS last
         FROM item`,
      [libraryId, after, reason],
    );
    await this.wake(manager);
    return result;
  }

  /** Returns the ids of libraries with keys that are due, at most 1,000. */
  async listDueLibraries(): Promise<string[]> {
    const statement = isDistributed(this.dataSource.manager) ? DUE_ON_NODES_SQL : DUE_LIBRARIES_SQL;
    const rows: { library_id: string }[] = await this.dataSource.query(statement);
    return rows.map((row) => row.library_id);
  }

  /**
   * Returns at most `limit` due keys of a library, the earliest due first. Skips keys that another transaction has
   * locked. Locks the returned keys until the transaction ends.
   */
  async claimDue(manager: EntityManager, libraryId: string, limit: number): Promise<QueuedKey[]> {
    return manager.query<QueuedKey[]>(
      `SELECT k.media_id, k.not_before::text AS not_before FROM intelligence_dirty_keys k WHERE k.library_id = $1 AND ${DUE}
        ORDER BY k.not_before, k.media_id LIMIT $2 FOR UPDATE SKIP LOCKED`,
      [libraryId, limit],
    );
  }

  /**
   * Returns the keys of those items that are still queued and that no other transaction has locked. Locks these keys
   * until the transaction ends.
   */
  async claim(manager: EntityManager, libraryId: string, mediaIds: readonly string[]): Promise<QueuedKey[]> {
    return manager.query<QueuedKey[]>(
      `SELECT media_id, not_before::text AS not_before FROM intelligence_dirty_keys
        WHERE library_id = $1 AND media_id = ANY($2::uuid[]) FOR UPDATE SKIP LOCKED`,
      [libraryId, [...mediaIds]],
    );
  }

  /** Returns the number of keys that wait for a refresher, and the number of quarantined keys. */
  async count(): Promise<{ waiting: number; quarantined: number }> {
    const [counts]: [{ waiting: number; quarantined: number }] = await this.dataSource.query(
      `SELECT (count(*) FILTER (WHERE NOT quarantined))::integer AS waiting,
              (count(*) FILTER (WHERE quarantined))::integer AS quarantined FROM intelligence_dirty_keys`,
    );
    return counts;
  }

  /** Removes items from the queue after they were refreshed or removed in this transaction. */
  async remove(manager: EntityManager, libraryId: string, mediaIds: readonly string[]): Promise<void> {
    await manager.query('DELETE FROM intelligence_dirty_keys WHERE library_id = $1 AND media_id = ANY($2::uuid[])', [
      libraryId,
      [...mediaIds],
    ]);
  }

  async removeLibrary(manager: EntityManager, libraryId: string): Promise<void> {
    await manager.query('DELETE FROM intelligence_dirty_keys WHERE library_id = $1', [libraryId]);
  }

  /**
   * Whether the rows of a batch caused the error. Other errors are caused by the state of the database and are
   * temporary. A statement timeout counts as caused by the rows, because halves of the batch may succeed.
   */
  isCausedByRows(error: unknown): boolean {
    const failure = classifyDatabaseError(error);
    return ['bad_value', 'other', 'unique_violation', 'foreign_key_violation', 'statement_timeout'].includes(failure);
  }

  /**
   * Delays a failed key with exponential backoff. Quarantines it after five failures. Does nothing if the key has
   * changed since it was read: the item was queued again, so its new state has not failed.
   */
  async postpone(libraryId: string, key: QueuedKey, error: unknown): Promise<void> {
    const text = (error instanceof Error ? error.message : String(error)).slice(0, ERROR_MAX_CHARS);
    // Two statements, because Citus does not accept the time and a column of the row in one expression.
    const [{ now }]: [{ now: number }] = await this.dataSource.query('SELECT extract(epoch FROM now())::float8 AS now');
    await this.dataSource.query(
      `UPDATE intelligence_dirty_keys
          SET attempts = attempts + 1, not_before = to_timestamp($4::float8 + 2 ^ attempts),
              quarantined = attempts + 1 >= ${ATTEMPTS_MAX}, last_error = $3
        WHERE library_id = $1 AND media_id = $2 AND not_before = $5::timestamptz`,
      [libraryId, key.media_id, text.toWellFormed().replaceAll('\u0000', ''), now, key.not_before],
    );
  }

  private async wake(manager: EntityManager): Promise<void> {
    await manager.query(`SELECT pg_notify($1, '')`, [DIRTY_CHANNEL]);
  }
}
