/** Limits the length and the duration of the stream that an import reads. */
import { Problem } from '../../../common/problems/problem';

/** Yields the chunks of a source. Throws `payload-too-large` when they have more than `maxBytes` bytes together. */
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
 * Yields the chunks of a source. Throws `timeout` after `timeoutMs`, so that a client that sends one byte from time to
 * time cannot occupy an import slot for ever.
 */
export async function* limitDuration<Chunk>(source: AsyncIterable<Chunk>, timeoutMs: number): AsyncGenerator<Chunk> {
  const chunks = source[Symbol.asyncIterator]();
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    const detail = 'The import was not complete in time. Batches that were stored before stay.';
    timer = setTimeout(() => reject(new Problem('timeout', { detail })), timeoutMs);
  });
  try {
    for (;;) {
      const next = await Promise.race([chunks.next(), deadline]);
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    clearTimeout(timer);
    // Not awaited, because it would wait for a chunk that may never arrive.
    chunks.return?.().catch(() => undefined);
  }
}
