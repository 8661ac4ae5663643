import { from as copyFrom } from 'pg-copy-streams';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { type EntityManager, QueryFailedError } from 'typeorm';
import { connectionOf } from '../transaction-connection';
import { encodePlain } from './copy-format';

/** The part of a pg connection that COPY uses. */
interface CopyConnection {
  query(stream: Writable): Writable;
}

/** Size of a chunk written to the stream. Chunks avoid a second copy of the whole batch in memory. */
const CHUNK_BYTES = 128 * 1024;
/** Maximum number of UTF-8 bytes per UTF-16 code unit. */
const UNIT_MAX_BYTES = 3;

/**
 * Appends lines of `CopyFormat` to a table with COPY, in the manager's transaction. If the table has unique keys, all
 * rows must be new. `table` and all column names must not come from input: the statement contains them unescaped.
 * `constants` are further columns with the same value in all rows. Throws `QueryFailedError`, also if `lines` throws.
 */
export async function copyLines(
  manager: EntityManager,
  table: string,
  columnNames: readonly string[],
  lines: Iterable<string>,
  constants: Readonly<Record<string, string | number>> = {},
): Promise<void> {
  const statement = `COPY ${table} (${[...columnNames, ...Object.keys(constants)].join(', ')}) FROM STDIN`;
  const lineEnd = `${Object.values(constants)
    .map((value) => `\t${encodePlain(value)}`)
    .join('')}\n`;
  const stream = ((await connectionOf(manager)) as CopyConnection).query(copyFrom(statement));
  // A failed COPY can emit a second error, for example for the closed connection after a timeout. `once` below handles
  // only the first one. Without a listener, the second one would end the process.
  stream.on('error', () => undefined);
  try {
    const finished = once(stream, 'finish');
    await Promise.all([finished, writeLines(stream, lines, lineEnd)]);
  } catch (error) {
    // If `lines` threw, the server still waits for rows. It answers no other statement until the COPY ends.
    stream.destroy();
    throw new QueryFailedError(statement, undefined, error instanceof Error ? error : new Error(String(error)));
  }
}

/**
 * Loads lines into a table that may already contain their rows. COPY has no ON CONFLICT clause, so `copy` fills a
 * temporary table, and a statement that begins with `stagedCte` moves the rows.
 */
export class StagedRows {
  private readonly createSql: string;
  private readonly temporaryTable: string;
  /** A `WITH` clause: its CTE `staged` deletes the rows of the temporary table and returns them to the statement. */
  readonly stagedCte: string;

  private readonly columnNames: readonly string[];

  /**
   * The arguments must be constants, because SQL statements contain them unescaped. `name` must differ between target
   * tables; `columns` are the SQL types by column name.
   */
  constructor(name: string, columns: Readonly<Record<string, string>>) {
    this.columnNames = Object.keys(columns);
    this.temporaryTable = `pg_temp.staged_${name}`;
    this.stagedCte = `WITH staged AS (DELETE FROM ${this.temporaryTable} RETURNING *)`;
    const definitions = Object.entries(columns).map(([column, type]) => `${column} ${type}`);
    this.createSql = `CREATE TEMP TABLE IF NOT EXISTS staged_${name} (${definitions.join(', ')}) ON COMMIT DELETE ROWS`;
  }

  /**
   * Copies lines to the temporary table, in the manager's transaction. Creates the table first. Throws query errors.
   */
  async copy(manager: EntityManager, lines: Iterable<string>): Promise<void> {
    await manager.query(this.createSql);
    await copyLines(manager, this.temporaryTable, this.columnNames, lines);
  }
}

async function writeLines(stream: Writable, lines: Iterable<string>, lineEnd: string): Promise<void> {
  // Writes each line directly into the buffer. Joining the lines to one string first would copy them again.
  let chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  let bytes = 0;
  for (const line of lines) {
    const maxBytes = UNIT_MAX_BYTES * (line.length + lineEnd.length);
    if (bytes + maxBytes > chunk.length) {
      if (!stream.write(chunk.subarray(0, bytes))) await once(stream, 'drain');
      chunk = Buffer.allocUnsafe(Math.max(CHUNK_BYTES, maxBytes));
      bytes = 0;
    }
    bytes += chunk.write(line, bytes);
    bytes += chunk.write(lineEnd, bytes);
  }
  stream.end(chunk.subarray(0, bytes));
}
