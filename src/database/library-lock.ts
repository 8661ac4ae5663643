import type { EntityManager } from 'typeorm';

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

/** Takes a library's write lock if nobody holds it; false when somebody does. */
export async function tryLockLibrary(manager: EntityManager, libraryId: string): Promise<boolean> {
  const rows: { locked: boolean }[] = await manager.query(
    'SELECT pg_try_advisory_xact_lock($1, hashtext($2)) AS locked',
    [LIBRARY_LOCK_SPACE, libraryId],
  );
  return rows[0]?.locked === true;
}
