import type { EntityManager } from 'typeorm';
import type { CopyFormat } from './copy-format';
import { copyLines } from './copy-rows';

/**
 * Loads lines into a table that may already contain their rows. COPY has no ON CONFLICT clause, so the lines are copied
 * to a temporary table first, and a second statement moves them.
 */
export class StagedRows<Row extends object> {
  private readonly createSql: string;
  private readonly stage: string;
  /**
   * First part of a statement: a CTE `staged` that deletes the rows from the temporary table and returns them to the rest
   * of the statement.
   */
  readonly stagedCte: string;

  /** `name` must be a constant and unique per target table. SQL statements contain it unescaped. */
  constructor(
    name: string,
    private readonly format: CopyFormat<Row>,
  ) {
    this.stage = `pg_temp.staged_${name}`;
    this.stagedCte = `WITH staged AS (DELETE FROM ${this.stage} RETURNING *)`;
    const columns = Object.entries<string>(format.columns).map(([column, type]) => `${column} ${type}`);
    this.createSql = `CREATE TEMP TABLE IF NOT EXISTS staged_${name} (${columns.join(', ')}) ON COMMIT DELETE ROWS`;
  }

  /** Copies lines to the temporary table, in the manager's transaction. Creates the table first. Throws query errors. */
  async copy(manager: EntityManager, lines: Iterable<string>): Promise<void> {
    await manager.query(this.createSql);
    await copyLines(manager, this.stage, this.format.names, lines);
  }
}
