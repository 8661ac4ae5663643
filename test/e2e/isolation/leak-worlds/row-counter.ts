/**
 * Counts the rows that reads fetch, as PostgreSQL counts them, so that the counts do not depend on the load of the
 * machine.
 */
import type { PoolClient } from 'pg';
import { ReadPool } from '../../../../src/database/read-pool';

/**
 * The rows that the transaction has fetched. A connection reports its counts at the end of a transaction, but at most
 * once a second. Without the flush, the counts of the next transaction would include the counts of this one.
 */
const FETCHED_ROWS = `
SELECT t.relname AS table, coalesce(t.seq_tup_read, 0) + coalesce(t.idx_tup_fetch, 0) AS rows, pg_stat_force_next_flush()
  FROM pg_stat_xact_user_tables t`;

interface CountRow {
  readonly table: string;
  readonly rows: string;
}

type ReturnToPool = (client: PoolClient, failure: unknown, unwatch: () => Promise<void>) => Promise<void>;

/** Counts the rows of all reads from its construction on. `jest.restoreAllMocks` ends the count. */
export class RowCounter {
  private returned: Promise<void>[] = [];
  private counted: CountRow[] = [];

  constructor() {
    const prototype = ReadPool.prototype as unknown as { returnToPool: ReturnToPool };
    const { returnToPool } = prototype;
    const countBefore = (client: PoolClient, failure: unknown, next: () => Promise<void>): Promise<void> => {
      const returned = this.count(client, failure).finally(next);
      this.returned.push(returned);
      return returned;
    };
    jest.spyOn(prototype, 'returnToPool').mockImplementation(function (this: ReadPool, client, failure, unwatch) {
      return countBefore(client, failure, () => returnToPool.call(this, client, failure, unwatch));
    });
  }

  /** Returns the number of rows that reads have fetched since the last call, except from the tables in `without`. */
  async take(without: ReadonlySet<string>): Promise<number> {
    await Promise.all(this.returned);
    const counted = this.counted.filter(({ table }) => !without.has(table));
    [this.returned, this.counted] = [[], []];
    return counted.reduce((sum, { rows }) => sum + Number(rows), 0);
  }

  private async count(client: PoolClient, failure: unknown): Promise<void> {
    if (failure === undefined) this.counted.push(...(await client.query<CountRow>(FETCHED_ROWS)).rows);
  }
}
