import { types } from 'node:util';
import { Client } from 'pg';
import { poisonsConnection } from './pg-errors';

/**
 * A connection of the write pool that ends itself when an error leaves it in an unknown state. TypeORM returns such a
 * connection to the pool, and the pool lends every connection that has not ended.
 */
export class WriteClient extends Client {
  /**
   * Accepts the parameters of all overloads of `Client.query`. The result type `never` is compatible with each of them.
   */
  override query(...parameters: unknown[]): never {
    const query = super.query.bind(this) as (...parameters: unknown[]) => unknown;
    const answer = query(...parameters);
    // Attached before any other handler, so that it runs before the connection is returned to the pool.
    if (types.isPromise(answer)) answer.catch((error: unknown) => this.endIfPoisoned(error));
    return answer as never;
  }

  private endIfPoisoned(error: unknown): void {
    if (!poisonsConnection(error)) return;
    void this.end();
    // An unresponsive server would not answer the end message.
    this.connection.stream.destroy();
  }
}
