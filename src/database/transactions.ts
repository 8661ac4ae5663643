import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, type QueryRunner } from 'typeorm';
import { failpoint } from '../common/failpoint';
import { classifyDatabaseError, poisonsConnection } from './pg-errors';

const ATTEMPTS = 3;

const commitActions = new WeakMap<EntityManager, (() => void)[]>();

/**
 * Has `action` run once the manager's transaction has committed, and never when it is rolled back. The transaction must
 * be one of `Transactions.run`; the action must not throw.
 */
export function afterCommit(manager: EntityManager, action: () => void): void {
  commitActions.set(manager, [...(commitActions.get(manager) ?? []), action]);
}

/** Write transactions: retried on deadlock and serialization failure, never lending a poisoned connection again. */
@Injectable()
export class Transactions {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Runs `work` in one transaction; at most three attempts when PostgreSQL asks for another, so `work` must have no
   * effect outside of the transaction. Other errors pass through after the rollback.
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

/** Ends a transaction that failed; never throws, since the first error says more than one that follows from it. */
async function abandon(runner: QueryRunner, error: unknown): Promise<void> {
  // A connection that breaks between two statements is destroyed by then.
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
 * Has the pool destroy the connection of a query runner instead of lending it again; never throws. TypeORM has no method
 * for it: it hands every connection back, and listens for an 'error' event to have one destroyed.
 */
export async function destroyConnection(runner: QueryRunner, error: unknown): Promise<void> {
  try {
    const connection = (await runner.connect()) as { emit(event: 'error', error: unknown): boolean };
    connection.emit('error', error);
  } catch {
    // There never was a connection, and that is the error already.
  }
}
