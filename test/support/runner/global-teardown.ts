import { removeTestRun } from './global-setup';

/** Removes the resources that the global setup created. */
export default async function globalTeardown(): Promise<void> {
  const run = globalThis.intelligenceTestRun;
  if (run !== undefined) await removeTestRun(run);
}
