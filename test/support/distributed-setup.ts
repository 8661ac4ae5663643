import { startCitusCluster } from './citus-cluster';
import { NoClusterError } from './citus-server';
import setUp from './global-setup';

declare global {
  var citusCluster: Awaited<ReturnType<typeof startCitusCluster>> | undefined;
}

/** As the global setup, with a Citus cluster in CITUS_URL. Where none can be started, its tests are skipped. */
export default async function setUpDistributed(): Promise<void> {
  await setUp();
  if ((process.env['CITUS_URL'] ?? '') !== '') return;
  try {
    globalThis.citusCluster = await startCitusCluster();
    process.env['CITUS_URL'] = globalThis.citusCluster.url;
  } catch (error) {
    if (!(error instanceof NoClusterError)) throw error;
    process.stdout.write(`\nNo Citus cluster is tested: ${error.message}.\n`);
  }
}
