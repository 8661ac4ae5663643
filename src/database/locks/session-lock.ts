import type { DataSource } from 'typeorm';
import { destroyConnection } from '../transactions';

/** Key of an advisory lock: a number, or the number of a lock space and the name of the locked object. */
export type SessionLockKey = readonly [key: number] | readonly [space: number, name: string];

/** Releases a session lock and returns its connection to the pool. */
export type ReleaseSessionLock = () => Promise<void>;

/**
 * Runs `work` while this process holds the lock. If another session holds it, returns null and does not run `work`. The
 * lock also ends if its connection is lost. `work` continues then, and its result is returned or its error thrown.
 */
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
    // If this fails, the connection of the lock has been closed, which ends the lock, too.
    await release().catch(() => undefined);
  }
}

/**
 * Takes a session-level advisory lock without waiting. Returns null when another session holds it. The lock occupies a
 * connection of the pool until it is released, the connection is lost or the process ends.
 */
export async function trySessionLock(dataSource: DataSource, key: SessionLockKey): Promise<ReleaseSessionLock | null> {
  const runner = dataSource.createQueryRunner();
  const parameters = key.length === 1 ? '$1' : '$1, hashtext($2)';
  let isLocked = false;
  try {
    const statement = `SELECT pg_try_advisory_lock(${parameters}) AS locked`;
    const rows = await runner.manager.query<{ locked: boolean }[]>(statement, [...key]);
    isLocked = rows[0]?.locked === true;
  } finally {
    if (!isLocked) await runner.release();
  }
  if (!isLocked) return null;
  return async () => {
    try {
      await runner.manager.query(`SELECT pg_advisory_unlock(${parameters})`, [...key]);
    } catch (error) {
      // The connection may still hold the lock, so the pool must not reuse it. If the connection broke, TypeORM has
      // already released the runner and the connection is closed.
      if (!runner.isReleased) await destroyConnection(runner, error);
      throw error;
    } finally {
      await runner.release();
    }
  };
}
