import { Injectable, Optional } from '@nestjs/common';
import type { Pool } from 'pg';
import { DataSource, type EntityManager, QueryFailedError, type QueryRunner } from 'typeorm';
import { failpoint } from '../common/failpoint';
import { Problem } from '../common/problems/problem';
import { requestContext } from '../common/request-context';
import { StatementCanceller, type Unwatch } from './connections/statement-canceller';
import type { WriteClient } from './connections/write-client';
import { classifyDatabaseError, leavesConnectionUnusable } from './pg-errors';
import { noteEnding } from './transaction-connection';

const ATTEMPTS = 3;

const afterCommitHooks = new WeakMap<EntityManager, (() => void)[]>();

/**
 * Registers an action that runs after the commit of the manager's transaction, which must be one of `Transactions.run`.
 * The action must not throw.
 */
export function afterCommit(manager: EntityManager, action: () => void): void {
  afterCommitHooks.set(manager, [...(afterCommitHooks.get(manager) ?? []), action]);
}

const beforeCommitHooks = new WeakMap<EntityManager, (() => Promise<void>)[]>();

/**
 * Registers work that runs directly before the commit of the manager's transaction. Use it for locks that every
 * transaction takes, because such a lock should be held for a short time. Throws if `Transactions.run` did not start
 * the transaction.
 */
export function beforeCommit(manager: EntityManager, work: () => Promise<void>): void {
  const hooks = beforeCommitHooks.get(manager);
  if (hooks === undefined) throw new Error('The work must be registered in a transaction of Transactions.run.');
  hooks.push(work);
}

/** Runs write transactions, and the reads that prepare them. Never reuses a connection in an unknown state. */
@Injectable()
export class Transactions {
  /** Without a canceller, or without a signal to watch, only the statement timeout cancels a running statement. */
  constructor(
    private readonly dataSource: DataSource,
    @Optional() private readonly canceller?: StatementCanceller,
  ) {}

  get load(): { total: number; idle: number; waiting: number } {
    // TypeORM's PostgreSQL driver declares its pool `master` as `any`.
    const { totalCount, idleCount, waitingCount } = (this.dataSource.driver as unknown as { master: Pool }).master;
    return { total: totalCount, idle: idleCount, waiting: waitingCount };
  }

  /**
   * Runs `work` in one transaction. After an error of the class `conflict_retry`, such as a deadlock or a serialization
   * failure, repeats it in a new transaction, up to three attempts in all. `work` must therefore have no effects
   * outside the transaction.
   *
   * Until the commit is sent, rolls back and throws `ClientGoneError` when the client of the request disconnects, and
   * `timeout` when the time budget of the request is used up. `ownSignal` replaces these two reasons: when it aborts,
   * rolls back and throws its reason. If the connection is lost after the commit has been sent, throws `timeout` with
   * `applied: unknown`. After every other error, nothing of the work is stored.
   *
   * With `userId`, row-level security lets the work see only global rows and rows of this user, and write only rows of
   * this user. Pass it unless the work writes global rows or needs rows of other users.
   */
  async run<T>(work: (manager: EntityManager) => Promise<T>, userId?: string, ownSignal?: AbortSignal): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.attempt(work, userId, ownSignal);
      } catch (error) {
        if (attempt === ATTEMPTS || classifyDatabaseError(error) !== 'conflict_retry') throw error;
      }
    }
  }

  /**
   * Runs reads on one connection, without a transaction. Cancels the running statement when the client of the request
   * disconnects or the time budget of the request is used up, and then throws `ClientGoneError` or `timeout`.
   */
  async read<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    const signal = requestContext.getStore()?.signal;
    let unwatch: Unwatch | undefined;
    try {
      const connection: unknown = await runner.connect();
      // The signal may have been aborted during the wait for a connection.
      signal?.throwIfAborted();
      unwatch = this.canceller?.watch(connection);
      return await work(runner.manager);
    } catch (error) {
      await unwatch?.();
      if (!runner.isReleased && leavesConnectionUnusable(error)) await destroyConnection(runner, error);
      signal?.throwIfAborted();
      throw error;
    } finally {
      await release(runner, unwatch);
    }
  }

  private async attempt<T>(
    work: (manager: EntityManager) => Promise<T>,
    userId?: string,
    ownSignal?: AbortSignal,
  ): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    const signal = ownSignal ?? requestContext.getStore()?.signal;
    let unwatch: Unwatch | undefined;
    let isCommitting = false;
    try {
      const connection = (await runner.connect()) as WriteClient;
      connection.scopeNextTransaction(userId);
      await runner.startTransaction();
      // The signal may have been aborted during the wait for a connection.
      signal?.throwIfAborted();
      unwatch = this.canceller?.watch(connection, signal);
      failpoint('transaction.begun');
      const hooks: (() => Promise<void>)[] = [];
      beforeCommitHooks.set(runner.manager, hooks);
      const result = await work(runner.manager);
      for (const hook of hooks) await hook();
      noteEnding(runner.manager);
      failpoint('transaction.committing');
      await unwatch?.();
      signal?.throwIfAborted();
      isCommitting = true;
      await runner.commitTransaction();
      failpoint('transaction.committed');
      for (const hook of afterCommitHooks.get(runner.manager) ?? []) hook();
      return result;
    } catch (error) {
      noteEnding(runner.manager);
      await unwatch?.();
      await endFailedTransaction(runner, error);
      if (isCommitting && isOutcomeUnknown(error)) throw unknownOutcome(error);
      // If the request was aborted, its error replaces the error of the cancelled statement.
      signal?.throwIfAborted();
      throw error;
    } finally {
      await release(runner, unwatch);
    }
  }
}

/** Returns the connection to the pool, or closes it if the server may still cancel a later statement of it. */
async function release(runner: QueryRunner, unwatch: Unwatch | undefined): Promise<void> {
  const canBeReused = (await unwatch?.()) ?? true;
  if (!canBeReused && !runner.isReleased) await destroyConnection(runner, new Error('A cancellation is pending.'));
  if (!runner.isReleased) await runner.release();
}

/** Whether the server may have executed a commit that failed. */
function isOutcomeUnknown(error: unknown): boolean {
  // TypeORM wraps only errors of statements that it has sent.
  if (!(error instanceof QueryFailedError) || !leavesConnectionUnusable(error)) return false;
  // The driver refuses statements on a connection that it knows to be broken.
  return !/not queryable/i.test(error.message);
}

function unknownOutcome(cause: unknown): Problem {
  return new Problem('timeout', {
    detail: 'The connection to the database was lost during the commit. Read the state to see if it was changed.',
    extras: { applied: 'unknown' },
    cause,
  });
}

/** Ends a failed transaction. Never throws, so that the caller reports the original error. */
async function endFailedTransaction(runner: QueryRunner, error: unknown): Promise<void> {
  // TypeORM has already released a connection that failed between two statements.
  if (runner.isReleased) return;
  if (leavesConnectionUnusable(error)) return destroyConnection(runner, error);
  if (!runner.isTransactionActive) return;
  try {
    await runner.rollbackTransaction();
  } catch (failure) {
    await destroyConnection(runner, failure);
  }
}

/**
 * Makes the pool destroy the connection of a query runner. TypeORM itself would return the connection to the pool even
 * if a response is still pending. Never throws.
 */
export async function destroyConnection(runner: QueryRunner, error: unknown): Promise<void> {
  try {
    const connection = (await runner.connect()) as { emit(event: 'error', error: unknown): boolean };
    connection.emit('error', error);
  } catch {
    // No connection was opened. The original error already reports this.
  }
}
