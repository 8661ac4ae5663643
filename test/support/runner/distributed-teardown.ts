import tearDown from './global-teardown';

/** Removes the resources that the setup created. */
export default async function tearDownDistributed(): Promise<void> {
  await globalThis.citusCluster?.stop();
  await tearDown();
}
