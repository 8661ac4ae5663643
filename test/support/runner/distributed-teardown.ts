import tearDown from './global-teardown';

/** Removes the resources that the setup created. */
export default async function tearDownDistributed(): Promise<void> {
  try {
    await globalThis.citusCluster?.stop();
  } finally {
    await tearDown();
  }
}
