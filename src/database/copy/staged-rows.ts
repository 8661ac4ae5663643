import type { EntityManager } from 'typeorm';
import type { CopyFormat } from './copy-format';
import { copyLines } from './copy-rows';

/**
 * Loads lines into a table that may already contain their rows. COPY cannot handle conflicts, so the lines go to a
 * temporary table first and are moved from there.
 */
export class StagedRows<Row extends object> {
  private readonly createSql: string;
  private readonly stage: string;
  /** Prefix for a statement that reads from `staged`. Deletes the rows from the temporary table and returns them. */
  readonly take: string;

  /** `name` must be a constant of the code, unique per table. */
  constructor(
    name: string,
    private readonly format: CopyFormat<Row>,
  ) {
    this.stage = `pg_temp.staged_${name}`;
    this.take = `WITH staged AS (DELETE FROM ${this.stage} RETURNING *)`;
    const columns = Object.entries<string>(format.columns).map(([column, type]) => `${column} ${type}`);
    this.createSql = `CREATE TEMP TABLE IF NOT EXISTS staged_${name} (${columns.join(', ')}) ON COMMIT DELETE ROWS`;
  }

  /** Copies lines to the temporary table with two statements, in the manager's transaction. Throws query errors. */
  async put(manager: EntityManager, lines: Iterable<string>): Promise<void> {
    await manager.query(this.createSql);
    await copyLines(manager, this.stage, this.format.names, lines);
  }
}
