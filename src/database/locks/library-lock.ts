import { type EntityManager, QueryFailedError } from 'typeorm';
import { errorCode } from '../../common/problems/error-code';
import { lockAll } from './advisory-locks';

/** First key of the advisory locks on libraries. A writer of the read model locks the libraries that it changes. */
export const LIBRARY_LOCK_SPACE = 0x6c6962;

/**
 * Takes the write locks of the libraries until the transaction ends. With the lock, transactions commit the revisions
 * of a library in increasing order.
 */
export async function lockLibraries(manager: EntityManager, libraryIds: readonly string[]): Promise<void> {
  if (libraryIds.length === 0) return;
  await lockAll(manager, 'exclusive', LIBRARY_LOCK_SPACE, libraryIds);
}

/**
 * Takes shared locks on the libraries of the items (UUIDs) until the transaction ends. They block writers of the
 * libraries, but not each other.
 */
export async function lockLibrariesShared(manager: EntityManager, mediaIds: readonly string[]): Promise<void> {
  // Two statements, because on a distributed database a single one would take the locks on the nodes of the items and
  // not on the coordinator.
  const rows: { library_id: string }[] = await manager.query(
    'SELECT DISTINCT library_id FROM media_items WHERE media_id = ANY($1::uuid[])',
    [[...mediaIds]],
  );
  const libraryIds = rows.map(({ library_id }) => library_id);
  await lockAll(manager, 'shared', LIBRARY_LOCK_SPACE, libraryIds);
}

/** If a library's write lock is free, takes it until the transaction ends. Returns whether it was taken. */
export async function tryLockLibrary(manager: EntityManager, libraryId: string): Promise<boolean> {
  const rows: { locked: boolean }[] = await manager.query(
    'SELECT pg_try_advisory_xact_lock($1, hashtext($2)) AS locked',
    [LIBRARY_LOCK_SPACE, libraryId],
  );
  return rows[0]?.locked === true;
}

/** Another transaction held a lock of the library, perhaps a shared one, for longer than the caller waited. */
export class LibraryBusyError extends Error {
  override readonly name = 'LibraryBusyError';
}

const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Takes a library's write lock and waits at most `waitMs` milliseconds for it. A waiting caller gets the lock before a
 * writer that asks for it later. After the timeout, throws `LibraryBusyError`, and the transaction is aborted.
 * On success, restores the earlier lock timeout.
 */
export async function lockLibraryWithin(manager: EntityManager, libraryId: string, waitMs: number): Promise<void> {
  const earlierLimit = await limitLockWaits(manager, waitMs);
  try {
    await lockLibraries(manager, [libraryId]);
  } catch (error) {
    const isBusy = error instanceof QueryFailedError && errorCode(error.driverError) === LOCK_NOT_AVAILABLE;
    throw isBusy ? new LibraryBusyError('The lock of the library is taken.') : error;
  }
  await manager.query(`SELECT set_config('lock_timeout', $1, true)`, [earlierLimit]);
}

/**
 * Limits the lock wait of later statements in the transaction to `waitMs` milliseconds, at least one, because 0 means
 * no limit. A statement that would wait longer fails with `LOCK_NOT_AVAILABLE` and aborts the transaction. Returns the
 * earlier limit.
 */
async function limitLockWaits(manager: EntityManager, waitMs: number): Promise<string> {
  // `OFFSET 0` keeps the planner from merging the two queries, so the earlier limit is read before the new one is set.
  const rows: { earlier: string }[] = await manager.query(
    `SELECT earlier, set_config('lock_timeout', $1, true)
       FROM (SELECT current_setting('lock_timeout') AS earlier OFFSET 0) AS read`,
    [`${Math.max(1, Math.round(waitMs))}ms`],
  );
  return rows[0]?.earlier ?? '0';
}
