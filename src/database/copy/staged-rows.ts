import type { EntityManager } from 'typeorm';
import type { CopyFormat } from './copy-format';
import { copyLines } from './copy-rows';

/**
 * Lines on their way into a table that may hold their rows already: COPY takes no conflicts, so they are set down in a
 * table of the session's own and moved from there.
 */
export class StagedRows<Row extends object> {
  private readonly createSql: string;
  private readonly stage: string;
  /** To be put before a statement that reads the lines FROM `staged`; it takes them away. */
  readonly take: string;

  /** `name` is a constant of the code, one per table. */
  constructor(
    name: string,
    private readonly format: CopyFormat<Row>,
  ) {
    this.stage = `pg_temp.staged_${name}`;
    this.take = `WITH staged AS (DELETE FROM ${this.stage} RETURNING *)`;
    const columns = Object.entries<string>(format.columns).map(([column, type]) => `${column} ${type}`);
    this.createSql = `CREATE TEMP TABLE IF NOT EXISTS staged_${name} (${columns.join(', ')}) ON COMMIT DELETE ROWS`;
  }

  /** Sets lines of the format down, in the manager's transaction: two statements. Throws what a query throws. */
  async put(manager: EntityManager, lines: Iterable<string>): Promise<void> {
    await manager.query(this.createSql);
    await copyLines(manager, this.stage, this.format.names, lines);
  }
}
