import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 10;
const PATIENCE_MS = 20_000;

/**
 * Waits until a condition holds: it asks again every few milliseconds, and throws when the time is over. This is the one
 * place where tests wait for something; `test/architecture/test-files.spec.ts` looks for others.
 *
 * @param ask gives `false`, `null` or `undefined` until the condition holds, and then what the caller needs
 * @param patienceMs the longest wait in milliseconds
 */
export async function eventually<T>(
  ask: () => Promise<T> | T,
  patienceMs = PATIENCE_MS,
): Promise<Exclude<T, false | null | undefined>> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const answer = await ask();
    if (answer !== false && answer !== null && answer !== undefined) {
      return answer as Exclude<T, false | null | undefined>;
    }
    if (performance.now() > deadline) throw new Error(`Not so within ${patienceMs} ms: ${ask.toString()}`);
    await delay(POLL_MS);
  }
}
