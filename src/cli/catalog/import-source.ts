/** Sources of an import: files and standard input, plain or gzip-compressed. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { addAbortSignal, pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { errorCode } from '../../common/problems/error-code';
import { CliError } from '../cli-error';

/** The file name for standard input. */
const STANDARD_INPUT = '-';

/**
 * Maximum compression ratio, so that a small malicious file does not unpack to a huge one. Catalogs have ratios from 5
 * to 20; a file of line breaks has a ratio of about 1,000.
 */
const RATIO_MAX = 200;
/** Unpacked size above which the ratio is checked. Small files of similar records can have a higher ratio. */
const RATIO_CHECKED_BYTES = 64 * 1_048_576;

const GZIP_MAGIC = Buffer.from([0x1f, 0x8b]);

/** Returns the size of a file in bytes; null for standard input. Throws a `CliError` if it is absent or a directory. */
export async function sizeOf(file: string): Promise<number | null> {
  if (file === STANDARD_INPUT) return null;
  const stats = await stat(file).catch(() => null);
  if (stats === null) throw new CliError(`${file}: does not exist or cannot be read.`);
  if (stats.isDirectory()) throw new CliError(`${file}: is a directory.`);
  return stats.size;
}

/**
 * Yields the content of a file. Decompresses data that starts with the gzip signature; the file name does not matter.
 * `onBytes` receives the size of each chunk of the file, before decompression. Throws a `CliError` when the file cannot
 * be read completely or its compression ratio is too high, and an `AbortError` when `signal` aborts.
 */
export async function* openSource(
  file: string,
  onBytes: (bytes: number) => void,
  signal?: AbortSignal,
): AsyncGenerator<Buffer, void> {
  let packedBytes = 0;
  const count = (bytes: number): void => {
    packedBytes += bytes;
    onBytes(bytes);
  };
  try {
    let unpackedBytes = 0;
    for await (const chunk of unpack(readChunks(file, count, signal))) {
      unpackedBytes += chunk.length;
      if (unpackedBytes > RATIO_CHECKED_BYTES && unpackedBytes > packedBytes * RATIO_MAX) {
        throw new CliError(
          `${file}: its beginning unpacks to more than ${RATIO_MAX} times as many bytes, so the file is not a catalog.`,
        );
      }
      yield chunk;
    }
  } catch (error) {
    const code = errorCode(error);
    if (code.startsWith('Z_')) throw new CliError(`${file}: the gzip data is damaged or incomplete.`);
    // Codes of system errors, such as `EACCES`.
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
  // The callback does nothing, because `pipeline` also destroys `unpacked` with the error of either stream. Then
  // `yield*` throws this error.
  pipeline(prepend(head, chunks), unpacked, () => undefined);
  yield* unpacked as AsyncIterable<Buffer>;
}

/** Reads chunks until they are at least as long as the gzip signature. */
async function readHead(chunks: AsyncGenerator<Buffer, void>): Promise<Buffer> {
  let head = Buffer.alloc(0);
  while (head.length < GZIP_MAGIC.length) {
    const next = await chunks.next();
    if (next.done === true) break;
    head = Buffer.concat([head, next.value]);
  }
  return head;
}

async function* prepend(head: Buffer, chunks: AsyncGenerator<Buffer, void>): AsyncGenerator<Buffer, void> {
  yield head;
  yield* chunks;
}
