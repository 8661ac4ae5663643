import { setTimeout as delay } from 'node:timers/promises';

/** Shortest and longest pause between two checks. */
const PAUSE_MS = [10, 50] as const;
/**
 * A pause takes this share of the time waited so far. Checks that read the process table or open a connection would
 * otherwise take most of the processor while they wait for a program.
 */
const PAUSE_SHARE = 1 / 20;
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
  const startedAt = performance.now();
  for (;;) {
    const answer = await check();
    if (answer !== false && answer !== null && answer !== undefined) {
      return answer as Exclude<T, false | null | undefined>;
    }
    const waitedMs = performance.now() - startedAt;
    if (waitedMs > timeoutMs) throw new Error(`The condition did not hold within ${timeoutMs} ms: ${check.toString()}`);
    const [shortest, longest] = PAUSE_MS;
    await delay(Math.min(Math.max(waitedMs * PAUSE_SHARE, shortest), longest));
  }
}
