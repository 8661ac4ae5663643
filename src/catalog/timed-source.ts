import { Problem } from '../common/problems/problem';

/**
 * Yields the chunks of a source until a deadline, then throws `timeout`. Otherwise a client that sends a byte now and then
 * could keep one of the few places of imports for ever.
 */
export async function* untilDeadline<Chunk>(source: AsyncIterable<Chunk>, timeoutMs: number): AsyncGenerator<Chunk> {
  const chunks = source[Symbol.asyncIterator]();
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    const detail = 'The import was not complete in time. Batches that were stored before stay.';
    timer = setTimeout(() => reject(new Problem('timeout', { detail })), timeoutMs);
  });
  // The source may fail first.
  deadline.catch(() => undefined);
  try {
    for (;;) {
      const next = await Promise.race([chunks.next(), deadline]);
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    clearTimeout(timer);
    // Not awaited: it would wait for the chunk that did not come.
    chunks.return?.().catch(() => undefined);
  }
}
