import type { QueryResult } from 'pg';
import { types } from 'node:util';
import { leavesConnectionUnusable } from '../pg-errors';
import { scopeRowsTo } from '../roles/row-scope';
import { QuietClient } from './quiet-client';

/**
 * Throws if the server answers COMMIT with ROLLBACK. The server does so, without an error, if a statement of the
 * transaction has failed and the code has ignored the failure.
 */
function requireCommitted<Result>(result: Result): Result {
  if ((result as QueryResult).command === 'COMMIT') return result;
  throw new Error('The server rolled the transaction back instead of committing it.');
}

/**
 * A statement that waited for a lock must see what the holder of the lock has committed. So the isolation level does
 * not depend on the default of the database or role.
 */
const START = 'START TRANSACTION ISOLATION LEVEL READ COMMITTED';

/**
 * A connection of the write pool that ends itself when an error leaves it in an unknown state. TypeORM would return
 * such a connection to the pool, and the pool reuses every connection that has not ended.
 */
export class WriteClient extends QuietClient {
  private nextUserId: string | undefined;

  /**
   * In the tables with row-level security, restricts the next transaction to global rows and rows of a user; undefined
   * for no restriction. The first statement of the transaction sets the user. Call it before each transaction, because
   * the restriction stays until the next call.
   */
  scopeNextTransaction(userId: string | undefined): void {
    this.nextUserId = userId;
  }

  /**
   * Accepts the parameters of all overloads of `Client.query`. The return type `never` is compatible with each
   * overload.
   */
  override query(...parameters: unknown[]): never {
    const query = super.query.bind(this) as (...parameters: unknown[]) => unknown;
    const result = query(...this.withStart(parameters));
    // This handler is added first, so that it runs before the connection returns to the pool.
    if (types.isPromise(result)) result.catch((error: unknown) => this.endIfUnusable(error));
    if (types.isPromise(result) && parameters[0] === 'COMMIT') return result.then(requireCommitted) as never;
    return result as never;
  }

  private withStart([statement, ...otherParameters]: unknown[]): unknown[] {
    if (statement !== 'START TRANSACTION') return [statement, ...otherParameters];
    const scope = this.nextUserId === undefined ? '' : `; ${scopeRowsTo(this.nextUserId)}`;
    return [`${START}${scope}`, ...otherParameters];
  }

  private endIfUnusable(error: unknown): void {
    if (!leavesConnectionUnusable(error)) return;
    void this.end();
    // `end` sends a message and waits for the server to close the socket. An unresponsive server never closes it.
    this.connection.stream.destroy();
  }
}
