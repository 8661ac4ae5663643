import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { LoginFailureEntity } from '../../database/entities/accounts/login-failure.entity';

/** What decides whether a login succeeds. */
export interface LoginTarget {
  /** Seconds the name is still locked; null when it is not. */
  readonly lockedSeconds: number | null;
  /** Null when no enabled account has the name. */
  readonly userId: string | null;
  readonly passwordHash: string | null;
}

const FAILURES_MAX = 10;
const WINDOW_SECONDS = 900;
const LOCK_SECONDS = 900;
/** Rows that each failure removes: more than the one it adds, so that they never pile up. */
const SWEPT_AT_ONCE = 100;

/** Accounts by name, and the failed logins of each name, counted in the database so that all instances count together. */
@Injectable()
export class LoginStore {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * The lock and the account of a name. Hand-written, since one statement has to read both whether or not either exists:
   * its time must not tell which names have accounts.
   */
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

  /**
   * Counts a failure; the tenth within 15 minutes locks the name for 15 minutes. Hand-written, since the new counts
   * depend on the old ones and concurrent failures must all be counted.
   */
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
    await this.sweepFailures();
  }

  /**
   * Forgets the failures of a name after a good password. Seconds to wait when the name was locked meanwhile: guesses
   * made side by side gain nothing over the limit.
   */
  async clearFailures(manager: EntityManager, usernameKey: string): Promise<number | null> {
    const accountHash = hashOf(usernameKey);
    const row = await manager
      .createQueryBuilder(LoginFailureEntity, 'f')
      .select('CASE WHEN f.locked_until > now() THEN extract(epoch FROM f.locked_until - now())::float8 END', 'seconds')
      .where({ account_hash: accountHash })
      .setLock('pessimistic_write')
      .getRawOne<{ seconds: number | null }>();
    if (row === undefined || row.seconds !== null) return row?.seconds ?? null;
    await manager.delete(LoginFailureEntity, { account_hash: accountHash });
    return null;
  }

  /** Removes some of the failures that count no more; those that another login removes just now are left to it. */
  private async sweepFailures(): Promise<void> {
    const old = this.dataSource
      .createQueryBuilder(LoginFailureEntity, 'f')
      .select('f.account_hash')
      .where('f.window_ends_at < now() - make_interval(secs => :lockSeconds)', { lockSeconds: LOCK_SECONDS })
      .orderBy('f.window_ends_at')
      .limit(SWEPT_AT_ONCE)
      .setLock('pessimistic_write')
      .setOnLocked('skip_locked');
    await this.dataSource
      .createQueryBuilder()
      .delete()
      .from(LoginFailureEntity)
      .where(`account_hash IN (${old.getQuery()})`, old.getParameters())
      .execute();
  }
}

const OVER = '(f.window_ends_at <= now() AND f.locked_until IS NULL OR f.locked_until <= now())';

function hashOf(usernameKey: string): Buffer {
  return createHash('sha256').update(usernameKey).digest();
}
