import { from as copyFrom } from 'pg-copy-streams';
import { once } from 'node:events';
import { type EntityManager, QueryFailedError } from 'typeorm';

/** The columns of rows on their way to a table: name and SQL type, in the order of the line. */
export type CopyColumns<Row> = Readonly<Record<keyof Row & string, string>>;

/** A column: its name, and how a value that is there is written. */
interface Field<Row> {
  readonly name: keyof Row;
  readonly encode: (value: unknown) => string;
}

/** Writes rows as lines of COPY's text format: about half of what JSON costs the server to read. */
export class CopyFormat<Row extends object> {
  /** Column names in the order of the line. */
  readonly names: readonly string[];
  private readonly fields: readonly Field<Row>[];
  /** The fields of the line under way. */
  private readonly encoded: string[];

  /** Names and types are constants of the code: they stand in statements as they are. */
  constructor(readonly columns: CopyColumns<Row>) {
    const entries = Object.entries<string>(columns);
    this.names = entries.map(([name]) => name);
    this.fields = entries.map(([name, type]) => ({ name: name as keyof Row, encode: encoderOf(type) }));
    this.encoded = this.names.map(() => '');
  }

  /**
   * The row as a line without its end. One flat text: rows that wait as lines keep a fraction of the objects alive that
   * their values are, and the collector has that much less to move.
   */
  toLine(row: Row): string {
    let index = 0;
    for (const { name, encode } of this.fields) {
      const value = row[name];
      this.encoded[index] = value === null || value === undefined ? '\\N' : encode(value);
      index += 1;
    }
    return this.encoded.join('\t');
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

/** Bytes handed to the stream at once, so that no batch stands in memory a second time as one. */
const CHUNK_BYTES = 128 * 1024;
/** Bytes that UTF-8 has for one code unit, at most. */
const UNIT_MAX_BYTES = 3;

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
  // Each line goes to its place at once: made one text first, a chunk would be copied twice more, and encoded slowly.
  let chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  let bytes = 0;
  for (const line of lines) {
    const most = UNIT_MAX_BYTES * (line.length + lineEnd.length);
    if (bytes + most > chunk.length) {
      if (!stream.write(chunk.subarray(0, bytes))) await once(stream, 'drain');
      chunk = Buffer.allocUnsafe(Math.max(CHUNK_BYTES, most));
      bytes = 0;
    }
    bytes += chunk.write(line, bytes);
    bytes += chunk.write(lineEnd, bytes);
  }
  stream.end(chunk.subarray(0, bytes));
}

function encoderOf(type: string): (value: unknown) => string {
  if (type === 'json' || type === 'jsonb') return encodeJson;
  if (type === 'text[]') return (value) => encodeArray(value as readonly string[]);
  if (type === 'uuid') return (value) => value as string;
  return encodePlain;
}

/** JSON has escapes of its own for all that COPY sets apart, but for the character that it writes them with. */
function encodeJson(value: unknown): string {
  const json = JSON.stringify(value);
  return json.includes('\\') ? json.replaceAll('\\', '\\\\') : json;
}

/** A number or a boolean reads the same in JSON and in COPY's text format. */
function encodePlain(value: unknown): string {
  return typeof value === 'string' ? escapeField(value) : JSON.stringify(value);
}

function encodeArray(elements: readonly string[]): string {
  if (elements.length === 0) return '{}';
  for (const element of elements) {
    if (SPECIAL_IN_ARRAY.test(element)) return escapeField(`{${elements.map(quoteElement).join(',')}}`);
  }
  return `{"${elements.join('","')}"}`;
}

/** What an array literal or COPY sets apart. */
const SPECIAL_IN_ARRAY = /[\\"\n\r\t]/;

function quoteElement(element: string): string {
  return `"${element.replace(/[\\"]/g, '\\$&')}"`;
}

/** The four characters that have a meaning in COPY's text format. */
function escapeField(text: string): string {
  if (!/[\\\n\r\t]/.test(text)) return text;
  return text.replace(/[\\\n\r\t]/g, (found) => ESCAPES[found] ?? found);
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
