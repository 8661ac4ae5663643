/** Where an import reads from: files and standard input, as they are or gzip-compressed. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { addAbortSignal, pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { errorCode } from '../common/problems/error-code';
import { CliError } from './cli-error';

/** The name that stands for standard input. */
export const STANDARD_INPUT = '-';

const GZIP_MAGIC = Buffer.from([0x1f, 0x8b]);

/** Bytes of the file as it is on disk; null for standard input. Throws a `CliError` when it is no readable file. */
export async function sizeOf(file: string): Promise<number | null> {
  if (file === STANDARD_INPUT) return null;
  const found = await stat(file).catch(() => null);
  if (found === null) throw new CliError(`${file}: no such file, or it may not be read.`);
  if (found.isDirectory()) throw new CliError(`${file}: is a directory.`);
  return found.size;
}

/**
 * The bytes of a file; unpacked when they begin as gzip does, whatever the file is called. `onBytes` hears how many
 * were read from the file itself. Throws a `CliError` when the file cannot be read to its end, and an `AbortError` when
 * `signal` aborts.
 */
export async function* openSource(
  file: string,
  onBytes: (bytes: number) => void,
  signal?: AbortSignal,
): AsyncGenerator<Buffer, void> {
  try {
    yield* unpack(readChunks(file, onBytes, signal));
  } catch (error) {
    const code = errorCode(error);
    if (code.startsWith('Z_')) throw new CliError(`${file}: the gzip data is damaged or cut off.`);
    if (/^E[A-Z]+$/.test(code)) throw new CliError(`${file}: cannot be read (${code}).`);
    throw error;
  }
}

async function* readChunks(
  file: string,
  onBytes: (bytes: number) => void,
  signal?: AbortSignal,
): AsyncGenerator<Buffer, void> {
  const source = file === STANDARD_INPUT ? process.stdin : createReadStream(file);
  if (signal !== undefined) addAbortSignal(signal, source);
  for await (const chunk of source as AsyncIterable<Buffer>) {
    onBytes(chunk.length);
    yield chunk;
  }
}

async function* unpack(chunks: AsyncGenerator<Buffer, void>): AsyncGenerator<Buffer, void> {
  const head = await readHead(chunks);
  if (!head.subarray(0, GZIP_MAGIC.length).equals(GZIP_MAGIC)) {
    yield head;
    yield* chunks;
    return;
  }
  const unpacked = createGunzip();
  // The loop below meets an error of either stream; the callback only keeps it from being an unhandled one.
  pipeline(prepend(head, chunks), unpacked, () => undefined);
  yield* unpacked as AsyncIterable<Buffer>;
}

/** The first chunks, until they are long enough to tell gzip. */
async function readHead(chunks: AsyncGenerator<Buffer, void>): Promise<Buffer> {
  let head = Buffer.alloc(0);
  while (head.length < GZIP_MAGIC.length) {
    const next = await chunks.next();
    if (next.done === true) break;
    head = Buffer.concat([head, next.value]);
  }
  return head;
}

async function* prepend(head: Buffer, rest: AsyncGenerator<Buffer, void>): AsyncGenerator<Buffer, void> {
  yield head;
  yield* rest;
}
