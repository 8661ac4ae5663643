import type { EntityManager } from 'typeorm';
import { lockAll } from './advisory-locks';

/**
 * First key of the advisory locks on users' watch states. A transaction that writes a watch state takes a shared lock.
 * A transaction that stores an artifact derived from watch states takes an exclusive lock. So one of the two commits
 * first: either the artifact is based on the new state, or the writer of the state marks the artifact as stale.
 * Transactions take this lock after library locks and before row locks.
 */
const WATCH_STATE_LOCK_SPACE = 0x776174;

/**
 * SQL expression that takes a shared lock on the user's watch states until the transaction ends. A statement takes the
 * lock only if it evaluates the expression for a row. `user` is the SQL parameter with the user id.
 */
export function sharedWatchStateLockSql(user: string): string {
  return `pg_advisory_xact_lock_shared(${WATCH_STATE_LOCK_SPACE}, hashtext(${user}::text))`;
}

/** Takes shared locks on the watch states of users until the transaction ends. */
export function lockWatchStatesShared(manager: EntityManager, userIds: readonly string[]): Promise<void> {
  return lockAll(manager, 'shared', WATCH_STATE_LOCK_SPACE, userIds);
}

/** Takes exclusive locks on the watch states of users. The states cannot change until the transaction ends. */
export function lockWatchStates(manager: EntityManager, userIds: readonly string[]): Promise<void> {
  return lockAll(manager, 'exclusive', WATCH_STATE_LOCK_SPACE, userIds);
}
