/** The work took longer than its deadline. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';
}

/**
 * Runs work with a time limit. Throws a `DeadlineError` after `timeoutMs`, or the reason of `outer` when that aborts. Then
 * also aborts the signal of the work.
 *
 * Does not use `AbortSignal.timeout` and `AbortSignal.any`, because only weak references hold their signals. Garbage
 * collection can remove them, and so the timeout, while a `fetch` receives its answer.
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
