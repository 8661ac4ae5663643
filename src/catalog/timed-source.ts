import { Problem } from '../common/problems/problem';

/**
 * Yields the chunks of a source until a deadline, then throws `timeout`. Without the deadline, a client that sends one byte
 * from time to time could occupy an import slot for ever.
 */
export async function* untilDeadline<Chunk>(source: AsyncIterable<Chunk>, timeoutMs: number): AsyncGenerator<Chunk> {
  const chunks = source[Symbol.asyncIterator]();
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    const detail = 'The import was not complete in time. Batches that were stored before stay.';
    timer = setTimeout(() => reject(new Problem('timeout', { detail })), timeoutMs);
  });
  // If the source ends or fails first, nothing else handles the rejection.
  deadline.catch(() => undefined);
  try {
    for (;;) {
      const next = await Promise.race([chunks.next(), deadline]);
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    clearTimeout(timer);
    // Not awaited, because it would wait for a chunk that may never come.
    chunks.return?.().catch(() => undefined);
  }
}
