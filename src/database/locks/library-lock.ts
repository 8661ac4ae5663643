import { type EntityManager, QueryFailedError } from 'typeorm';

/** First key of the advisory locks that serialise read-model writes, one per library. */
const LIBRARY_LOCK_SPACE = 0x6c6962;

/**
 * Takes, until the transaction ends, the write lock of each library, in one order for all writers: so that two
 * writers never wait for each other, and a library's revisions are committed in the order they were given.
 */
export async function lockLibraries(manager: EntityManager, libraryIds: readonly string[]): Promise<void> {
  if (libraryIds.length === 0) return;
  await manager.query(
    `SELECT pg_advisory_xact_lock($1, lock_key)
       FROM (SELECT DISTINCT hashtext(id) AS lock_key FROM unnest($2::text[]) AS id ORDER BY lock_key) AS keys`,
    [LIBRARY_LOCK_SPACE, [...libraryIds]],
  );
}

/** Keeps writers out of the libraries of the items (UUIDs) until the transaction ends; others may share them. */
export async function shareLibrariesOf(manager: EntityManager, mediaIds: readonly string[]): Promise<void> {
  await manager.query(
    `SELECT pg_advisory_xact_lock_shared($1, lock_key)
       FROM (SELECT DISTINCT hashtext(library_id::text) AS lock_key FROM media_items WHERE media_id = ANY($2::uuid[])
              ORDER BY lock_key) AS keys`,
    [LIBRARY_LOCK_SPACE, [...mediaIds]],
  );
}

/** Takes a library's write lock if nobody holds it; false when somebody does. */
export async function tryLockLibrary(manager: EntityManager, libraryId: string): Promise<boolean> {
  const rows: { locked: boolean }[] = await manager.query(
    'SELECT pg_try_advisory_xact_lock($1, hashtext($2)) AS locked',
    [LIBRARY_LOCK_SPACE, libraryId],
  );
  return rows[0]?.locked === true;
}

/** Somebody else kept a library's write lock for longer than the caller would wait. */
export class LibraryBusyError extends Error {
  override readonly name = 'LibraryBusyError';
}

const LOCK_NOT_AVAILABLE = '55P03';

const SET_LOCK_TIMEOUT_SQL = `SELECT set_config('lock_timeout', $1, true)`;

/**
 * Takes a library's write lock, waiting in line for at most the given milliseconds: whoever waits is next, however
 * many transactions a busy writer starts one after the other. Throws `LibraryBusyError`; the transaction is then over.
 */
export async function lockLibraryWithin(manager: EntityManager, libraryId: string, waitMs: number): Promise<void> {
  await limitLockWaits(manager, waitMs);
  try {
    await lockLibraries(manager, [libraryId]);
  } catch (error) {
    if (isLockTimeout(error)) throw new LibraryBusyError('Another writer keeps the library.');
    throw error;
  }
  await manager.query(SET_LOCK_TIMEOUT_SQL, ['0']);
}

/**
 * Lets no later statement of the transaction wait for a lock for more than so many milliseconds, at least one. One that
 * would fails, which `classifyDatabaseError` calls a statement timeout; the transaction is then over.
 */
export async function limitLockWaits(manager: EntityManager, waitMs: number): Promise<void> {
  await manager.query(SET_LOCK_TIMEOUT_SQL, [`${Math.max(1, Math.round(waitMs))}ms`]);
}

function isLockTimeout(error: unknown): boolean {
  return error instanceof QueryFailedError && (error.driverError as { code?: unknown }).code === LOCK_NOT_AVAILABLE;
}
