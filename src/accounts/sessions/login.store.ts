import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

/** What a login is judged by. */
export interface LoginTarget {
  /** Seconds the name is still locked; null when it is not. */
  readonly lockedSeconds: number | null;
  /** Null when no account that may come in bears the name. */
  readonly userId: string | null;
  readonly passwordHash: string | null;
}

const FAILURES_MAX = 10;
const WINDOW_SECONDS = 900;
const LOCK_SECONDS = 900;

/** Accounts by name, and the failed logins of each name, counted in the database so that all instances count together. */
@Injectable()
export class LoginStore {
  constructor(private readonly dataSource: DataSource) {}

  /** The lock and the account of a name; the same statement whether it exists or not. */
  async find(usernameKey: string): Promise<LoginTarget> {
    const rows: { locked_seconds: number | null; user_id: string | null; password_hash: string | null }[] =
      await this.dataSource.query(
        `SELECT (SELECT extract(epoch FROM f.locked_until - now())::float8 FROM login_failures AS f
                  WHERE f.account_hash = $2 AND f.locked_until > now()) AS locked_seconds,
                u.user_id, u.password_hash
           FROM (VALUES ($1)) AS name (username_key)
           LEFT JOIN users AS u ON u.username_key = name.username_key AND NOT u.disabled`,
        [usernameKey, hashOf(usernameKey)],
      );
    const row = rows[0];
    return {
      lockedSeconds: row?.locked_seconds ?? null,
      userId: row?.user_id ?? null,
      passwordHash: row?.password_hash ?? null,
    };
  }

  /** Counts a failure; the tenth within 15 minutes locks the name for 15 minutes. */
  async recordFailure(usernameKey: string): Promise<void> {
    await this.dataSource.query(
      `INSERT INTO login_failures AS f (account_hash, failures, window_ends_at)
       VALUES ($1, 1, now() + make_interval(secs => $2))
       ON CONFLICT (account_hash) DO UPDATE SET
         failures = CASE WHEN ${OVER} THEN 1 ELSE f.failures + 1 END,
         window_ends_at = CASE WHEN ${OVER} THEN EXCLUDED.window_ends_at ELSE f.window_ends_at END,
         locked_until = CASE WHEN ${OVER} THEN NULL
                             WHEN f.failures + 1 >= $3 THEN coalesce(f.locked_until, now() + make_interval(secs => $4))
                        END`,
      [hashOf(usernameKey), WINDOW_SECONDS, FAILURES_MAX, LOCK_SECONDS],
    );
    await this.dataSource.query(
      `DELETE FROM login_failures WHERE account_hash IN (
         SELECT account_hash FROM login_failures WHERE window_ends_at < now() - make_interval(secs => $1)
          ORDER BY window_ends_at LIMIT 100 FOR UPDATE SKIP LOCKED)`,
      [LOCK_SECONDS],
    );
  }

  /**
   * Forgets the failures of a name after a good password. Seconds to wait when the name was locked meanwhile: guesses
   * made side by side gain nothing over the limit.
   */
  async clearFailures(manager: EntityManager, usernameKey: string): Promise<number | null> {
    const rows: { locked_seconds: number | null }[] = await manager.query(
      `SELECT CASE WHEN locked_until > now() THEN extract(epoch FROM locked_until - now())::float8 END AS locked_seconds
         FROM login_failures WHERE account_hash = $1 FOR UPDATE`,
      [hashOf(usernameKey)],
    );
    const row = rows[0];
    if (row === undefined || row.locked_seconds !== null) return row?.locked_seconds ?? null;
    await manager.query('DELETE FROM login_failures WHERE account_hash = $1', [hashOf(usernameKey)]);
    return null;
  }
}

const OVER = '(f.window_ends_at <= now() AND f.locked_until IS NULL OR f.locked_until <= now())';

function hashOf(usernameKey: string): Buffer {
  return createHash('sha256').update(usernameKey).digest();
}
