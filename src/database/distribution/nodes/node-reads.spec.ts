import { NodeReads } from './node-reads';
import { ShardMap } from './shard-map';
import type { Snapshot } from '../../connections/snapshot-pool';

const LIBRARY = '00000000-0000-4000-8000-000000000001';
const STATEMENT = { name: 'films', text: 'SELECT FROM media_items m' };

/** A map with one shard on one node. */
function oneNode(): Promise<ShardMap> {
  const shard = {
    shard_id: '7',
    min_hash: -(2 ** 31),
    max_hash: 2 ** 31 - 1,
    host: 'worker',
    port: 5432,
    version: 'v',
  };
  const rows = ['media_items', 'media_directory'].map((name) => ({
    ...shard,
    table_name: name,
    shard_name: `${name}_7`,
  }));
  return ShardMap.read(<Row extends object>(text: string) =>
    Promise.resolve((text.includes('pg_dist_shard') ? rows : []) as object[] as Row[]),
  );
}

describe('the reads of a request on the nodes of a cluster', () => {
  it('share one snapshot of a node, and end it as soon as it is open if `end` was called before', async () => {
    const sent: unknown[] = [];
    let ends = 0;
    const snapshot: Snapshot = {
      begun: Promise.resolve(),
      query: (config) => {
        sent.push(config);
        return Promise.resolve({ rows: [] } as never);
      },
      end: () => {
        ends += 1;
      },
    };
    let opened: (snapshot: Snapshot) => void = () => undefined;
    const opening = new Promise<Snapshot>((resolve) => {
      opened = resolve;
    });
    const open = jest.fn(() => opening);
    const reads = new NodeReads(await oneNode(), open);
    const both = Promise.all([reads.rows(LIBRARY, STATEMENT, [1]), reads.rows(LIBRARY, STATEMENT, [2])]);
    reads.end();
    expect(ends).toBe(0);
    opened(snapshot);
    await both;
    expect(open.mock.calls).toEqual([['worker:5432']]);
    expect(sent).toEqual(
      [1, 2].map((value) => ({ name: 'films_7', text: 'SELECT FROM media_items_7 m', values: [value] })),
    );
    expect(ends).toBe(1);
  });

  it('open no snapshot after a call of `end`, because nothing would end the snapshot', async () => {
    const open = jest.fn();
    const reads = new NodeReads(await oneNode(), open);
    reads.end();
    await expect(reads.rows(LIBRARY, STATEMENT, [])).rejects.toThrow('The snapshot has ended.');
    expect(open).not.toHaveBeenCalled();
  });
});
