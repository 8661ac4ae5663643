import { from as copyFrom } from 'pg-copy-streams';
import { once } from 'node:events';
import { type EntityManager, QueryFailedError } from 'typeorm';

/** The columns of rows on their way to a table: name and SQL type, in the order of the line. */
export type CopyColumns<Row> = Readonly<Record<keyof Row & string, string>>;

/** Writes rows as lines of COPY's text format: about half of what JSON costs the server to read. */
export class CopyFormat<Row extends object> {
  /** Column names in the order of the line. */
  readonly names: readonly string[];
  private readonly fields: readonly (readonly [keyof Row, (value: unknown) => string])[];

  /** Names and types are constants of the code: they stand in statements as they are. */
  constructor(readonly columns: CopyColumns<Row>) {
    this.names = Object.keys(columns);
    this.fields = this.names.map((name) => [
      name as keyof Row & string,
      encoderOf(columns[name as keyof Row & string]),
    ]);
  }

  /**
   * The row as a line without its end. One flat text: rows that wait as lines keep a fraction of the objects alive that
   * their values are, and the collector has that much less to move.
   */
  toLine(row: Row): string {
    return this.fields
      .map(([name, encode]) => {
        const value = row[name];
        return value === null || value === undefined ? '\\N' : encode(value);
      })
      .join('\t');
  }

  /** The rows as lines, each made when it is asked for. */
  *toLines(rows: Iterable<Row>): Generator<string> {
    for (const row of rows) yield this.toLine(row);
  }
}

/** Connections of pg, as far as COPY needs them. */
interface CopyConnection {
  query(stream: NodeJS.WritableStream): NodeJS.WritableStream;
}

/** Characters handed to the stream at once, so that no batch stands in memory a second time as one text. */
const CHUNK_CHARS = 64 * 1024;

/**
 * Appends lines to a table with COPY in the manager's transaction; rows of a table with keys must be new. `table` and
 * `names` are constants of the code. `same` are further columns that are alike in all rows. Throws what a query throws.
 */
export async function copyLines(
  manager: EntityManager,
  table: string,
  names: readonly string[],
  lines: Iterable<string>,
  same: Readonly<Record<string, string | number>> = {},
): Promise<void> {
  const runner = manager.queryRunner;
  if (!runner) throw new Error('COPY belongs into a transaction');
  const statement = `COPY ${table} (${[...names, ...Object.keys(same)].join(', ')}) FROM STDIN`;
  const lineEnd = `${Object.values(same)
    .map((value) => `\t${encodePlain(value)}`)
    .join('')}\n`;
  const stream = ((await runner.connect()) as CopyConnection).query(copyFrom(statement));
  // Errors come twice: pg reports a timeout, and the end of that connection once more when nobody waits for the stream
  // any longer. An 'error' event without a listener ends the process.
  stream.on('error', () => undefined);
  try {
    const finished = once(stream, 'finish');
    await Promise.all([finished, writeLines(stream, lines, lineEnd)]);
  } catch (error) {
    throw new QueryFailedError(statement, undefined, error instanceof Error ? error : new Error(String(error)));
  }
}

async function writeLines(stream: NodeJS.WritableStream, lines: Iterable<string>, lineEnd: string): Promise<void> {
  let chunk = '';
  for (const line of lines) {
    chunk += line + lineEnd;
    if (chunk.length < CHUNK_CHARS) continue;
    if (!stream.write(chunk)) await once(stream, 'drain');
    chunk = '';
  }
  stream.end(chunk);
}

function encoderOf(type: string): (value: unknown) => string {
  if (type === 'json' || type === 'jsonb') return (value) => escapeField(JSON.stringify(value));
  if (type === 'text[]') return (value) => encodeArray(value as readonly string[]);
  return encodePlain;
}

/** A number or a boolean reads the same in JSON and in COPY's text format. */
function encodePlain(value: unknown): string {
  return typeof value === 'string' ? escapeField(value) : JSON.stringify(value);
}

function encodeArray(elements: readonly string[]): string {
  if (elements.length === 0) return '{}';
  return escapeField(`{${elements.map((element) => `"${element.replace(/[\\"]/g, '\\$&')}"`).join(',')}}`);
}

/** The four characters that have a meaning in COPY's text format. */
function escapeField(text: string): string {
  if (!/[\\\n\r\t]/.test(text)) return text;
  return text.replace(/[\\\n\r\t]/g, (found) => ESCAPES[found] ?? found);
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
