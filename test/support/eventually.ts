import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 10;
const TIMEOUT_MS = 20_000;

/**
 * Waits until a condition holds. Checks it every few milliseconds and throws after a timeout. Tests wait only with this
 * function. `test/architecture/test-files.spec.ts` enforces this and lists the exceptions.
 *
 * @param check returns `false`, `null` or `undefined` until the condition holds, then the value for the caller
 * @param timeoutMs the longest wait in milliseconds
 */
export async function eventually<T>(
  check: () => Promise<T> | T,
  timeoutMs = TIMEOUT_MS,
): Promise<Exclude<T, false | null | undefined>> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const answer = await check();
    if (answer !== false && answer !== null && answer !== undefined) {
      return answer as Exclude<T, false | null | undefined>;
    }
    if (performance.now() > deadline)
      throw new Error(`The condition did not hold within ${timeoutMs} ms: ${check.toString()}`);
    await delay(POLL_MS);
  }
}
