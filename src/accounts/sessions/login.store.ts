import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { LoginAttemptEntity } from '../../database/entities/accounts/login-attempt.entity';
import { UserEntity } from '../../database/entities/accounts/user.entity';
import { Transactions } from '../../database/transactions';
import { hashesOf, KINDS, type LoginAttempt, toColumns, toCount } from './login-attempt-rows';
import { type AttemptCount, type AttemptCounts, cancelAttempt, countAttempt, recordSuccess } from './login-delays';

/** The account of a counted attempt, and the hash that its password is checked against. */
interface LoginTarget {
  /** When the attempt was counted, by the clock of the database in milliseconds. */
  readonly countedAt: number;
  /** Null when no enabled account has the name. */
  readonly userId: string | null;
  /** Null when no enabled account has the name, or the account has no password. */
  readonly passwordHash: string | null;
}

/** Maximum number of expired rows that one login deletes. A login adds at most three rows. */
const DELETED_ROWS_MAX = 100;

/**
 * Counts login attempts by name, by address, and by the pair of both, in the database for all instances. Reads accounts
 * by name.
 */
@Injectable()
export class LoginStore {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Counts an attempt and returns the account of the name. If the attempt comes too early, does not count it and
   * returns the seconds to wait.
   */
  async begin(attempt: LoginAttempt): Promise<LoginTarget | number> {
    return this.transactions.run(async (manager) => {
      const { result: waitMs, now } = await this.change(manager, attempt, countAttempt);
      if (waitMs > 0) return waitMs / 1000;
      // The read is the same whether or not the name has an account, so its time does not reveal which names exist.
      const user = await manager.findOne(UserEntity, {
        select: { user_id: true, password_hash: true },
        where: { username_key: attempt.usernameKey, disabled: false },
      });
      return { countedAt: now, userId: user?.user_id ?? null, passwordHash: user?.password_hash ?? null };
    });
  }

  /**
   * Records that the attempt has succeeded, in the transaction of the login. Returns false if the account was disabled
   * or deleted, or got another password, since `begin`. Locks the account, so that such a change waits for the login
   * and then ends its session.
   */
  async succeed(
    manager: EntityManager,
    attempt: LoginAttempt,
    { userId, passwordHash }: { readonly userId: string; readonly passwordHash: string },
  ): Promise<boolean> {
    const account = await manager.findOne(UserEntity, {
      select: { user_id: true },
      where: { user_id: userId, password_hash: passwordHash, disabled: false },
      lock: { mode: 'pessimistic_read' },
    });
    if (account === null) return false;
    await this.change(manager, attempt, recordSuccess);
    return true;
  }

  /** Removes the attempt that was counted at `countedAt`, because its password was not checked. */
  async cancel(attempt: LoginAttempt, countedAt: number): Promise<void> {
    await this.transactions.run((manager) =>
      this.change(manager, attempt, (counts, now) => cancelAttempt(counts, countedAt, now)),
    );
  }

  /** Deletes up to 100 expired counts. Skips counts that another transaction has locked. */
  async deleteExpired(): Promise<void> {
    const expired = this.dataSource
      .createQueryBuilder(LoginAttemptEntity, 'a')
      .select('a.key_hash')
      .where('a.expires_at < now()')
      .orderBy('a.expires_at')
      .limit(DELETED_ROWS_MAX)
      .setLock('pessimistic_write')
      .setOnLocked('skip_locked');
    await this.dataSource
      .createQueryBuilder()
      .delete()
      .from(LoginAttemptEntity)
      .where(`key_hash IN (${expired.getQuery()})`, expired.getParameters())
      .execute();
  }

  /**
   * Locks the counts of an attempt until the transaction ends, changes and stores them. Also returns the time of the
   * database, which all instances share. Creates missing rows, so that the first attempts of a name also wait for each
   * other.
   */
  private async change<T>(
    manager: EntityManager,
    attempt: LoginAttempt,
    work: (counts: AttemptCounts, now: number) => T,
  ): Promise<{ result: T; now: number }> {
    const keys = hashesOf(attempt);
    // Rows are locked in a fixed order, so that two logins cannot deadlock.
    const sortedKeys = KINDS.map((kind) => keys[kind]).sort((a, b) => a.compare(b));
    const rows = await manager.query<(LoginAttemptEntity & { now: Date })[]>(
      `INSERT INTO login_attempts AS a (key_hash)
       SELECT key_hash FROM unnest($1::bytea[]) AS added (key_hash)
       ON CONFLICT (key_hash) DO UPDATE SET failures = a.failures
       RETURNING a.*, clock_timestamp() AS now`,
      [sortedKeys],
    );
    const countOf = (hash: Buffer): AttemptCount => toCount(rows.find(({ key_hash }) => key_hash.equals(hash)));
    const counts = { pair: countOf(keys.pair), name: countOf(keys.name), address: countOf(keys.address) };
    const now = Math.max(...rows.map((row) => row.now.getTime()));
    const result = work(counts, now);
    const changed = KINDS.map((kind) => ({ key_hash: keys[kind], ...toColumns(counts[kind]) }));
    await manager.upsert(LoginAttemptEntity, changed, ['key_hash']);
    return { result, now };
  }
}
