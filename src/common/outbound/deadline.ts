/** The work took longer than its deadline. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';
}

/**
 * Runs work with a time limit. After `timeoutMs`, throws a `DeadlineError` and aborts the signal of the work. When
 * `outer` aborts, throws its reason and aborts the signal of the work, too.
 *
 * Does not use `AbortSignal.timeout` and `AbortSignal.any`, because only weak references hold their signals. While a
 * `fetch` receives its answer, garbage collection can remove these signals, and then the timeout has no effect.
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
  // After a pause of the process, expired timers run before answers that have already arrived. `setImmediate` runs
  // after these answers, so that they count as in time.
  let expiry: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => {
    expiry = setImmediate(() => controller.abort(new DeadlineError(`Not done within ${timeoutMs} ms.`)));
  }, timeoutMs);
  const onAbort = (): void => controller.abort(outer?.reason);
  outer?.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work(signal), ended]);
  } finally {
    clearTimeout(timer);
    clearImmediate(expiry);
    outer?.removeEventListener('abort', onAbort);
  }
}
