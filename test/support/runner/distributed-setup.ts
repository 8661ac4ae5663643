import { startCitusCluster } from '../citus/citus-cluster';
import tearDown from './distributed-teardown';
import setUp from './global-setup';

declare global {
  var citusCluster: Awaited<ReturnType<typeof startCitusCluster>> | undefined;
}

/**
 * Runs `global-setup.ts`. Then starts a Citus cluster and sets CITUS_URL, unless CITUS_URL is already set. If the
 * cluster cannot be started, the tests that need it are skipped.
 */
export default async function setUpDistributed(): Promise<void> {
  // CI sends SIGTERM to a run that takes too long. The databases must not outlive it.
  process.once('SIGTERM', () => void tearDown().finally(() => process.exit(1)));
  await setUp();
  if ((process.env['CITUS_URL'] ?? '') !== '') return;
  try {
    globalThis.citusCluster = await startCitusCluster();
    process.env['CITUS_URL'] = globalThis.citusCluster.url;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.stdout.write(`\nThe tests that need a Citus cluster are skipped: ${reason}.\n`);
  }
}
