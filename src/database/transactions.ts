import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, type QueryRunner } from 'typeorm';
import { failpoint } from '../common/failpoint';
import { classifyDatabaseError, poisonsConnection } from './pg-errors';

const ATTEMPTS = 3;

const commitActions = new WeakMap<EntityManager, (() => void)[]>();

/**
 * Registers an action to run after the manager's transaction commits. It does not run after a rollback. The transaction
 * must be one of `Transactions.run`, and the action must not throw.
 */
export function afterCommit(manager: EntityManager, action: () => void): void {
  commitActions.set(manager, [...(commitActions.get(manager) ?? []), action]);
}

/**
 * Runs write transactions. Retries deadlocks and serialization failures, and never reuses a connection in an unknown
 * state.
 */
@Injectable()
export class Transactions {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Runs `work` in one transaction, with up to three attempts on deadlocks and serialization failures. `work` must
   * therefore have no effects outside of the transaction. Other errors are thrown after the rollback.
   */
  async run<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.attempt(work);
      } catch (error) {
        if (attempt === ATTEMPTS || classifyDatabaseError(error) !== 'conflict_retry') throw error;
      }
    }
  }

  private async attempt<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    try {
      await runner.startTransaction();
      failpoint('transaction.begun');
      const result = await work(runner.manager);
      failpoint('transaction.committing');
      await runner.commitTransaction();
      failpoint('transaction.committed');
      for (const action of commitActions.get(runner.manager) ?? []) action();
      return result;
    } catch (error) {
      await abandon(runner, error);
      throw error;
    } finally {
      if (!runner.isReleased) await runner.release();
    }
  }
}

/** Ends a failed transaction. Never throws, because the first error is the cause and later ones only follow from it. */
async function abandon(runner: QueryRunner, error: unknown): Promise<void> {
  // TypeORM has already released a connection that broke between two statements.
  if (runner.isReleased) return;
  if (poisonsConnection(error)) return destroyConnection(runner, error);
  if (!runner.isTransactionActive) return;
  try {
    await runner.rollbackTransaction();
  } catch (failure) {
    await destroyConnection(runner, failure);
  }
}

/**
 * Makes the pool destroy the connection of a query runner instead of reusing it; never throws. TypeORM returns a
 * connection to the pool even when a response is still pending on it; its own 'error' event makes the pool destroy it.
 */
export async function destroyConnection(runner: QueryRunner, error: unknown): Promise<void> {
  try {
    const connection = (await runner.connect()) as { emit(event: 'error', error: unknown): boolean };
    connection.emit('error', error);
  } catch {
    // No connection was ever opened, which the first error already reports.
  }
}
