import { shardHash } from './shard-hash';
import { ShardMap } from './shard-map';

const HASH_MIN = -(2 ** 31);
const HASH_MAX = 2 ** 31 - 1;
const ID = '00000000-0000-4000-8000-000000000001';

/** The rows of one shard of each table, for a range of hashes on a host. */
function range(from: number, to: number, host: string): object[] {
  return ['libraries', 'media_items', 'media_directory'].map((table) => ({
    ...{ table_name: table, shard_name: `${table}_${from}`, shard_id: `${from}`, min_hash: from, max_hash: to },
    ...{ host, port: 5432, version: 'v' },
  }));
}

function readMap(rows: readonly object[], views: readonly object[] = []): Promise<ShardMap> {
  return ShardMap.read(<Row extends object>(text: string) =>
    Promise.resolve((text.includes('pg_dist_shard') ? rows : views) as Row[]),
  );
}

describe('the map of shards', () => {
  const hash = shardHash(ID);

  it('finds the shard of an id at both ends of its range', async () => {
    for (const [from, to] of [
      [hash, HASH_MAX],
      [HASH_MIN, hash],
      [hash, hash],
    ] as const) {
      const rows = [
        ...(from > HASH_MIN ? range(HASH_MIN, from - 1, 'before') : []),
        ...range(from, to, 'here'),
        ...(to < HASH_MAX ? range(to + 1, HASH_MAX, 'after') : []),
      ];
      const map = await readMap(rows);
      expect([map.shardOf(ID).node, map.directoryShardOf(ID).node]).toEqual(['here:5432', 'here:5432']);
      expect(map.shardOf(ID).textFor('SELECT FROM media_items m')).toBe(`SELECT FROM media_items_${from} m`);
    }
  });

  // The map is read from shards with an active node only. A shard without one is a gap in the ranges.
  it.each([
    ['first', range(0, HASH_MAX, 'a')],
    ['middle', [...range(HASH_MIN, -1, 'a'), ...range(1, HASH_MAX, 'b')]],
    ['last', range(HASH_MIN, 0, 'a')],
    ['only', []],
  ])('is refused if the %s shard has no active node, because answers would lack its data', async (_, rows) => {
    await expect(readMap(rows)).rejects.toThrow('A shard of the cluster has no active node.');
  });

  it('replaces a view by its definition, which names the tables of the shard', async () => {
    const view = { name: 'served_items', definition: 'SELECT media_items.title FROM media_items WHERE true' };
    const map = await readMap(range(HASH_MIN, HASH_MAX, '::1'), [view]);
    expect(map.shardOf(ID).textFor('SELECT FROM served_items s')).toBe(
      `SELECT FROM (SELECT media_items.title FROM media_items_${HASH_MIN} AS media_items WHERE true) s`,
    );
    expect(map.nodes).toEqual(['[::1]:5432']);
  });

  it('changes its hash of names with a shard name or a view definition, but not with a host', async () => {
    const rows = range(HASH_MIN, HASH_MAX, 'a');
    const view = { name: 'v', definition: 'SELECT 1' };
    const hashes = await Promise.all(
      [
        readMap(rows),
        readMap(rows, [view]),
        readMap(rows, [{ ...view, definition: 'SELECT 2' }]),
        readMap(rows.map((row) => ({ ...row, shard_name: 'x' }))),
        readMap(rows.map((row) => ({ ...row, host: 'b' }))),
      ].map(async (map) => (await map).namesHash),
    );
    expect(new Set(hashes.slice(0, 4)).size).toBe(4);
    expect(hashes[4]).toBe(hashes[0]);
  });
});
