import { setTimeout as delay } from 'node:timers/promises';

const STEP_MS = 25;

/**
 * Asks until the answer is not null.
 *
 * @param timeoutMs after this many milliseconds the result is null
 * @param signal when it aborts, its reason is thrown
 */
export async function pollUntil<T>(
  timeoutMs: number,
  ask: () => Promise<T | null> | T | null,
  signal?: AbortSignal,
): Promise<T | null> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    signal?.throwIfAborted();
    const answer = await ask();
    if (answer !== null) return answer;
    if (Date.now() >= deadline) return null;
    await delay(STEP_MS);
  }
}
