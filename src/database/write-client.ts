import { types } from 'node:util';
import { Client } from 'pg';
import { poisonsConnection } from './pg-errors';

/**
 * A connection of the write pool, which ends itself once a statement leaves it poisoned, whoever sent that: TypeORM
 * hands it back as if it were sound, and the pool lends everything that has not ended.
 */
export class WriteClient extends Client {
  /** All that pg's own takes and gives; `never` is the one result that fits each of its forms. */
  override query(...parameters: unknown[]): never {
    const query = super.query.bind(this) as (...parameters: unknown[]) => unknown;
    const answer = query(...parameters);
    // Before anybody else hears of the failure, so before the connection is handed back.
    if (types.isPromise(answer)) answer.catch((error: unknown) => this.endIfPoisoned(error));
    return answer as never;
  }

  private endIfPoisoned(error: unknown): void {
    if (!poisonsConnection(error)) return;
    void this.end();
    // A server that says nothing would not let it end.
    this.connection.stream.destroy();
  }
}
