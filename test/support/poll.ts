import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 5;
const PATIENCE_MS = 20_000;

/** Waits until the condition holds; fails when it does not within twenty seconds. */
export async function pollUntil(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error('what was waited for did not come');
    await delay(POLL_MS);
  }
}
