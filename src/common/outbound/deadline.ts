/** The work took longer than its deadline. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';
}

/**
 * Runs work that must end within `timeoutMs`, and when `outer` is aborted. Throws a `DeadlineError`, or the reason of
 * `outer`, at that moment; the work learns of it by its signal.
 *
 * `AbortSignal.timeout`, `AbortSignal.any` and the signal inside a `Request` are held by weak references. Once the answer
 * to a `fetch` has begun, garbage collection may remove them, and the timeout with them. Here, the timer of the event
 * loop holds the deadline.
 */
export async function withDeadline<T>(
  timeoutMs: number,
  work: (signal: AbortSignal) => Promise<T>,
  outer?: AbortSignal,
): Promise<T> {
  outer?.throwIfAborted();
  const controller = new AbortController();
  const { signal } = controller;
  const ended = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
  const timer = setTimeout(() => controller.abort(new DeadlineError(`Not done within ${timeoutMs} ms.`)), timeoutMs);
  const onAbort = (): void => controller.abort(outer?.reason);
  outer?.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work(signal), ended]);
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener('abort', onAbort);
  }
}
