import { Logger } from '@nestjs/common';
import type { SnapshotPoolSettings } from '../../connections/snapshot-pool';
import { type ReadCoordinator, ShardMap } from './shard-map';
import { ShardRouter } from './shard-router';

const SETTINGS: SnapshotPoolSettings = {
  url: 'postgres://reader@coordinator/catalog',
  size: 1,
  acquireTimeoutMs: 1,
  statementTimeoutMs: 1,
  queryTimeoutMs: 1,
};

/** Reads a map with one shard on one node, and no identity of the node, as if the node did not answer. */
const read: ReadCoordinator = <Row extends object>(text: string) => {
  const range = { shard_id: '7', min_hash: -(2 ** 31), max_hash: 2 ** 31 - 1 };
  const rows = ['media_items', 'media_directory'].map((name) => ({
    ...{ table_name: name, shard_name: `${name}_7`, host: 'worker', port: 5432, version: 'v' },
    ...range,
  }));
  return Promise.resolve((text.includes('shard_name') ? rows : []) as object[] as Row[]);
};

describe('the router of shards', () => {
  it('opens no connections after its end, because nothing would close them', async () => {
    const router = new ShardRouter(SETTINGS, read);
    const map = await ShardMap.read(read);
    await router.close();
    expect(() => router.poolOf(map, 'worker:5432')).toThrow('The connections to the nodes are closed.');
  });

  it('reports a node that the coordinator does not reach', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
    const router = new ShardRouter(SETTINGS, read);
    expect(router.current()).toBeNull();
    await new Promise(setImmediate);
    await router.close();
    expect(warn.mock.calls.map(([, reason]) => String(reason))).toEqual([
      'Error: The coordinator got no answer from the node worker:5432.',
    ]);
    warn.mockRestore();
  });
});
