import { from as copyFrom } from 'pg-copy-streams';
import { once } from 'node:events';
import { type EntityManager, QueryFailedError } from 'typeorm';
import { connectionOf } from '../transaction-scope';
import { encodePlain } from './copy-format';

/** The part of a pg connection that COPY uses. */
interface CopyConnection {
  query(stream: NodeJS.WritableStream): NodeJS.WritableStream;
}

/** Size of a chunk written to the stream. Chunks avoid a second copy of the whole batch in memory. */
const CHUNK_BYTES = 128 * 1024;
/** Maximum number of UTF-8 bytes per UTF-16 code unit. */
const UNIT_MAX_BYTES = 3;

/**
 * Appends lines to a table with COPY, in the manager's transaction. If the table has unique keys, all rows must be new.
 * `table` and `names` must be constants, because the statement contains them unescaped. `constants` are additional
 * columns with the same value in all rows. Throws query errors.
 */
export async function copyLines(
  manager: EntityManager,
  table: string,
  names: readonly string[],
  lines: Iterable<string>,
  constants: Readonly<Record<string, string | number>> = {},
): Promise<void> {
  const statement = `COPY ${table} (${[...names, ...Object.keys(constants)].join(', ')}) FROM STDIN`;
  const lineEnd = `${Object.values(constants)
    .map((value) => `\t${encodePlain(value)}`)
    .join('')}\n`;
  const stream = ((await connectionOf(manager)) as CopyConnection).query(copyFrom(statement));
  // pg can report two errors: first a timeout, then the end of the connection. At the second one, `once` below no longer
  // listens, and an 'error' event without a listener would end the process.
  stream.on('error', () => undefined);
  try {
    const finished = once(stream, 'finish');
    await Promise.all([finished, writeLines(stream, lines, lineEnd)]);
  } catch (error) {
    throw new QueryFailedError(statement, undefined, error instanceof Error ? error : new Error(String(error)));
  }
}

async function writeLines(stream: NodeJS.WritableStream, lines: Iterable<string>, lineEnd: string): Promise<void> {
  // Writes each line directly into the buffer. Joining the lines to one string first would copy each chunk twice more.
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
