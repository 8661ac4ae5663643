/**
 * Counts the rows that reads fetch, as PostgreSQL counts them, so that the counts do not depend on the load of the
 * machine.
 */
import { type Snapshot, SnapshotPool } from '../../../../src/database/connections/snapshot-pool';

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

/** Counts the rows of all reads from its construction on. `jest.restoreAllMocks` ends the count. */
export class RowCounter {
  private pending: Promise<void>[] = [];
  private counted: CountRow[] = [];

  constructor() {
    const { open } = SnapshotPool.prototype as { open: (this: SnapshotPool, begin: string) => Promise<Snapshot> };
    const countIn = (snapshot: Snapshot): Snapshot => this.countIn(snapshot);
    jest.spyOn(SnapshotPool.prototype, 'open').mockImplementation(async function (this: SnapshotPool, begin) {
      return countIn(await open.call(this, begin));
    });
  }

  /** Returns the number of rows that reads have fetched since the last call, except from the tables in `without`. */
  async take(without: ReadonlySet<string>): Promise<number> {
    await Promise.all(this.pending);
    const counted = this.counted.filter(({ table }) => !without.has(table));
    [this.pending, this.counted] = [[], []];
    return counted.reduce((sum, { rows }) => sum + Number(rows), 0);
  }

  /** Returns a snapshot that counts its rows at its end, unless a statement has failed. */
  private countIn(snapshot: Snapshot): Snapshot {
    let hasFailed = false;
    const query: Snapshot['query'] = async (config) => {
      try {
        return await snapshot.query(config);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    };
    const end = (): void => {
      const counting = hasFailed ? Promise.resolve() : this.count(snapshot);
      this.pending.push(counting.finally(() => snapshot.end()));
    };
    return { begun: snapshot.begun, query, end };
  }

  private async count(snapshot: Snapshot): Promise<void> {
    this.counted.push(...(await snapshot.query<CountRow>({ text: FETCHED_ROWS })).rows);
  }
}
