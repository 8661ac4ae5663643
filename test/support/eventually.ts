import { setTimeout as delay } from 'node:timers/promises';

/** Waits until a condition holds, asking again every few milliseconds; fails after `patienceMs`. */
export async function eventually(condition: () => boolean | Promise<boolean>, patienceMs = 10_000): Promise<void> {
  const deadline = Date.now() + patienceMs;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`Not so within ${patienceMs} ms: ${condition.toString()}`);
    await delay(10);
  }
}
