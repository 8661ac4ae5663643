import { from as copyFrom } from 'pg-copy-streams';
import { once } from 'node:events';
import { type EntityManager, QueryFailedError } from 'typeorm';
import { encodePlain } from './copy-format';

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
