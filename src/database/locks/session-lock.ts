import type { DataSource } from 'typeorm';
import { destroyConnection } from '../transactions';

/** The key of a session lock: a number, or a number for the kind of lock and a text for what is locked. */
export type SessionLockKey = readonly [key: number] | readonly [space: number, name: string];

/** Gives a session lock back, and its connection with it. */
export type ReleaseSessionLock = () => Promise<void>;

/** Runs `work` while this process holds the lock; null, without running it, when another session holds the lock. */
export async function withSessionLock<T>(
  dataSource: DataSource,
  key: SessionLockKey,
  work: () => Promise<T>,
): Promise<T | null> {
  const release = await trySessionLock(dataSource, key);
  if (release === null) return null;
  try {
    return await work();
  } finally {
    await release();
  }
}

/**
 * Takes an advisory lock that spans transactions, without waiting; null when another session holds it. The lock belongs
 * to a connection of the pool, which it keeps until it is released: so it ends with the process at the latest.
 */
export async function trySessionLock(dataSource: DataSource, key: SessionLockKey): Promise<ReleaseSessionLock | null> {
  const runner = dataSource.createQueryRunner();
  const parameters = key.length === 1 ? '$1' : '$1, hashtext($2)';
  let locked = false;
  try {
    const statement = `SELECT pg_try_advisory_lock(${parameters}) AS locked`;
    const rows = await runner.manager.query<{ locked: boolean }[]>(statement, [...key]);
    locked = rows[0]?.locked === true;
  } finally {
    if (!locked) await runner.release();
  }
  if (!locked) return null;
  return async () => {
    try {
      await runner.manager.query(`SELECT pg_advisory_unlock(${parameters})`, [...key]);
    } catch (error) {
      // The pool must not lend a connection that may still hold the lock. One that broke is destroyed by then.
      if (!runner.isReleased) await destroyConnection(runner, error);
      throw error;
    } finally {
      await runner.release();
    }
  };
}
