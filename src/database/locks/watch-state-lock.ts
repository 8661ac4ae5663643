import type { EntityManager } from 'typeorm';

/**
 * First key of the advisory locks on users' watch states. A transaction that writes a watch state takes a shared lock on
 * the user. A transaction that stores an artifact derived from watch states takes an exclusive lock. The two therefore
 * run one after the other: the writer marks the artifact stale, or the artifact is based on the new state. The lock is
 * taken after library locks and before row locks.
 */
const WATCH_STATE_LOCK_SPACE = 0x776174;

/**
 * SQL that takes a shared lock on the user's watch states until the transaction ends, once per row. `user` is the SQL
 * parameter with the user id.
 */
export function sharedWatchStateLockSql(user: string): string {
  return `pg_advisory_xact_lock_shared(${WATCH_STATE_LOCK_SPACE}, hashtext(${user}::text))`;
}

/**
 * Takes shared locks on the watch states of users until the transaction ends, in the same order in all transactions.
 */
export async function lockWatchStatesShared(manager: EntityManager, userIds: readonly string[]): Promise<void> {
  await manager.query(
    `SELECT pg_advisory_xact_lock_shared($1, lock_key)
       FROM (SELECT DISTINCT hashtext(id) AS lock_key FROM unnest($2::text[]) AS id ORDER BY lock_key) AS keys`,
    [WATCH_STATE_LOCK_SPACE, [...userIds]],
  );
}

/** Takes the exclusive lock on a user's watch states until the transaction ends. Until then they cannot change. */
export async function lockWatchStates(manager: EntityManager, userId: string): Promise<void> {
  await manager.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [WATCH_STATE_LOCK_SPACE, userId]);
}
