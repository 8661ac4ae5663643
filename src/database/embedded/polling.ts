import { setTimeout as delay } from 'node:timers/promises';

const STEP_MS = 25;

/**
 * Calls `probe` until its result is not null, and returns this result.
 *
 * @param timeoutMs milliseconds after which `pollUntil` gives up and returns null
 * @param signal if it has aborted before a call of `probe`, `pollUntil` throws the abort reason
 */
export async function pollUntil<T>(
  timeoutMs: number,
  probe: () => Promise<T | null> | T | null,
  signal?: AbortSignal,
): Promise<T | null> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    signal?.throwIfAborted();
    const result = await probe();
    if (result !== null) return result;
    if (Date.now() >= deadline) return null;
    await delay(STEP_MS);
  }
}
