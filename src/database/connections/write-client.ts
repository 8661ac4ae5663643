import { types } from 'node:util';
import { leavesConnectionUnusable } from '../pg-errors';
import { QuietClient } from './quiet-client';

/**
 * A connection of the write pool that ends itself when an error leaves it in an unknown state. TypeORM would return such
 * a connection to the pool, and the pool reuses every connection that has not ended.
 */
export class WriteClient extends QuietClient {
  /**
   * Accepts the parameters of all overloads of `Client.query`. The return type `never` is compatible with each overload.
   */
  override query(...parameters: unknown[]): never {
    const query = super.query.bind(this) as (...parameters: unknown[]) => unknown;
    const result = query(...parameters);
    // Attached before any other handler, so that it runs before the connection is returned to the pool.
    if (types.isPromise(result)) result.catch((error: unknown) => this.endIfPoisoned(error));
    return result as never;
  }

  private endIfPoisoned(error: unknown): void {
    if (!leavesConnectionUnusable(error)) return;
    void this.end();
    // `end` sends a message and waits for the server to close the socket. An unresponsive server never does.
    this.connection.stream.destroy();
  }
}
