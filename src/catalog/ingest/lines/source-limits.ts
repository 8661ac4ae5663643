/** Limits the length and the duration of the stream that an import reads. */
import { Problem } from '../../../common/problems/problem';

/** Yields the chunks of a source. Throws `payload-too-large` once they have more than `maxBytes` bytes in total. */
export async function* limitBytes<Chunk extends Buffer | string>(
  source: AsyncIterable<Chunk>,
  maxBytes: number,
): AsyncGenerator<Chunk, void> {
  let bytes = 0;
  for await (const chunk of source) {
    bytes += Buffer.byteLength(chunk);
    if (bytes > maxBytes) throw new Problem('payload-too-large');
    yield chunk;
  }
}

/**
 * Yields the chunks of a source. Throws `timeout` if the source has not ended `timeoutMs` milliseconds after the first
 * read, so that a slow client cannot occupy an import slot for ever. The time that the reader of the chunks needs also
 * counts.
 */
export async function* limitDuration<Chunk>(source: AsyncIterable<Chunk>, timeoutMs: number): AsyncGenerator<Chunk> {
  const chunks = source[Symbol.asyncIterator]();
  let isLate = false;
  let stopWaiting = (): void => undefined;
  const timer = setTimeout(() => {
    isLate = true;
    stopWaiting();
  }, timeoutMs);
  try {
    while (!isLate) {
      // `Promise.race` with one promise for the deadline would keep every chunk in memory: until that promise settles,
      // it keeps the handlers of every race, and each of them refers to a chunk.
      const next = await new Promise<IteratorResult<Chunk> | null>((resolve, reject) => {
        stopWaiting = () => resolve(null);
        chunks.next().then(resolve, reject);
      });
      if (next === null) break;
      if (next.done === true) return;
      yield next.value;
    }
    throw new Problem('timeout', {
      detail: 'The import was not complete in time. Batches that were stored before the timeout remain stored.',
    });
  } finally {
    clearTimeout(timer);
    // Not awaited, because `return` waits for the chunk of a pending `next`, which may never arrive.
    chunks.return?.().catch(() => undefined);
  }
}
