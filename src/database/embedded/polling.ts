import { setTimeout as delay } from 'node:timers/promises';

const STEP_MS = 25;

/**
 * Polls until the result is not null.
 *
 * @param timeoutMs the result is null after this many milliseconds
 * @param signal aborting throws its reason
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
