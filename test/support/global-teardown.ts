import { removeTestRun } from './global-setup';

/** Takes away what the global setup made. */
export default async function globalTeardown(): Promise<void> {
  const run = globalThis.intelligenceTestRun;
  if (run !== undefined) await removeTestRun(run);
}
