import type { EntityManager } from 'typeorm';

/**
 * First key of the advisory locks of users' watch states. Whoever writes a state of a user shares the lock; whoever
 * derives an artifact from one holds it alone. So either the writer finds the artifact, or the artifact the new state.
 * The lock comes after those of libraries and before those of rows.
 */
const WATCH_STATE_LOCK_SPACE = 0x776174;

/** SQL that shares the lock of the user in the parameter `user` until the transaction ends, for each row it gives. */
export function shareWatchStatesOf(user: string): string {
  return `pg_advisory_xact_lock_shared(${WATCH_STATE_LOCK_SPACE}, hashtext(${user}::text))`;
}

/** Shares the locks of users, in one order for all writers, until the transaction ends. */
export async function shareWatchStates(manager: EntityManager, userIds: readonly string[]): Promise<void> {
  await manager.query(
    `SELECT pg_advisory_xact_lock_shared($1, lock_key)
       FROM (SELECT DISTINCT hashtext(id) AS lock_key FROM unnest($2::text[]) AS id ORDER BY lock_key) AS keys`,
    [WATCH_STATE_LOCK_SPACE, [...userIds]],
  );
}

/** Keeps a user's watch states from changing until the transaction ends. */
export async function holdWatchStates(manager: EntityManager, userId: string): Promise<void> {
  await manager.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [WATCH_STATE_LOCK_SPACE, userId]);
}
