import { DataSource, type EntityManager } from 'typeorm';
import { dataSourceOptions } from '../../src/database/data-source-options';
import { ReadPool } from '../../src/database/read-pool';
import { FacetCache } from '../../src/overview/facet-cache';
import type { FacetsByKind } from '../../src/overview/stored-facet';
import { FacetDeltas } from '../../src/read-model/facets/facet-deltas';
import { FacetStore } from '../../src/read-model/facets/facet.store';
import { createTestDatabase, type TestDatabase } from '../support/test-database';

const READER = { userId: 'reader', username: 'reader', role: 'user', scopes: [], libraryIds: null } as const;
const PATIENCE = { acquireTimeoutMs: 20_000, statementTimeoutMs: 20_000, queryTimeoutMs: 30_000 };
const LIBRARY = '00000000-0000-4000-8000-000000000001';
const COUNT_SQL = 'SELECT coalesce(sum(item_count), 0)::integer AS count FROM intelligence_facet_values';

const store = new FacetStore();
let database: TestDatabase;
let reads: ReadPool;
let dataSource: DataSource;
let items = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  reads = new ReadPool({ url: database.url, size: 4, ...PATIENCE });
  dataSource = await new DataSource(dataSourceOptions({ url: database.url })).initialize();
});
afterAll(async () => {
  await Promise.all([reads.onApplicationShutdown(), dataSource.destroy()]);
  await database.drop();
});

/** One item more, with one genre: two values, in the library and over all. */
async function count(manager: EntityManager): Promise<void> {
  const deltas = new FacetDeltas();
  const media_id = `00000000-0000-4000-8000-${String((items += 1)).padStart(12, '0')}`;
  const facets = [{ kind: 'media_kind', key: 'episode', label: 'Episode' } as const];
  deltas.replace(null, { library_id: LIBRARY, media_id, media_kind: 'episode', facets });
  await store.apply(manager, deltas);
}

interface Look {
  readonly version: string;
  readonly count: number;
}

/** What a snapshot says of its counts, and what it holds. */
function look(): Promise<Look> {
  return reads.readAs(READER, async (scope) => {
    const [row] = await scope.rows<{ count: number }>({ text: COUNT_SQL });
    return { version: (await scope.facetVersion) ?? '', count: row?.count ?? 0 };
  });
}

function asFacets(value_total: number): Map<string, FacetsByKind> {
  return new Map([
    ['', new Map([['genre', { totals: { cardinality: 1, value_total, missing_count: 0 }, values: [] }]])],
  ]);
}

describe('the version of facet counts', () => {
  it.each<[string, (manager: EntityManager) => Promise<void>]>([
    ['counting', count],
    ['counting anew', (manager) => store.recount(manager, LIBRARY)],
    ['summing', (manager) => store.sumLibraries(manager)],
    ['removing a library', (manager) => store.removeLibrary(manager, LIBRARY)],
  ])('is another after %s, and no other before', async (_, write) => {
    await dataSource.transaction(count);
    const before = await look();
    expect(await look()).toEqual(before);
    await dataSource.transaction(write);
    const after = await look();
    expect(after.version).not.toBe(before.version);
    expect(await look()).toEqual(after);
  });

  it('stays where nothing is counted', async () => {
    const before = await look();
    await dataSource.transaction((manager) => store.apply(manager, new FacetDeltas()));
    expect(await look()).toEqual(before);
  });

  it('is seen with the counts and not sooner, and never when the transaction is rolled back', async () => {
    const before = await look();
    const runner = dataSource.createQueryRunner();
    await runner.startTransaction();
    await count(runner.manager);
    expect(await look()).toEqual(before);
    await runner.rollbackTransaction();
    expect(await look()).toEqual(before);
    await runner.startTransaction();
    await count(runner.manager);
    await count(runner.manager);
    expect(await look()).toEqual(before);
    await runner.commitTransaction();
    await runner.release();
    const after = await look();
    expect(after.count).toBe(before.count + 4);
    expect(after.version).not.toBe(before.version);
  });

  it('tells the counts whatever their writers do at the same time', async () => {
    const counts = new Map<string, number>();
    let writing = true;
    const lookOn = async (): Promise<void> => {
      for (let looks = 0; writing || looks === 0; looks += 1) {
        const { version, count: seen } = await look();
        expect(counts.get(version) ?? seen).toBe(seen);
        counts.set(version, seen);
      }
    };
    const readers = Promise.all([lookOn(), lookOn(), lookOn()]);
    const write = async (): Promise<void> => {
      for (let turn = 0; turn < 25; turn += 1) await dataSource.transaction(count);
    };
    await Promise.all([write(), write(), write()]).finally(() => (writing = false));
    await readers;
    expect(counts.size).toBeGreaterThan(10);
  });
});

describe('the facet cache', () => {
  it('gives what was read before as long as it holds, and never longer', async () => {
    const cache = new FacetCache();
    let readings = 0;
    const find = (): Promise<number> =>
      reads.readAs(READER, async (scope) => {
        await scope.rows({ text: 'SELECT 1' });
        const facets = await cache.find(scope, ['each'], async () => {
          readings += 1;
          const [row] = await scope.rows<{ count: number }>({ text: COUNT_SQL });
          return asFacets(row?.count ?? 0);
        });
        return facets.get('')?.get('genre')?.totals.value_total ?? -1;
      });
    for (let write = 0; write < 20; write += 1) {
      await dataSource.transaction(count);
      const { count: present } = await look();
      expect(await Promise.all([find(), find(), find()])).toEqual([present, present, present]);
      const before = readings;
      expect([await find(), await find()]).toEqual([present, present]);
      expect(readings).toBe(before);
    }
  });

  it('keeps what is asked with other parameters apart', async () => {
    const cache = new FacetCache();
    const find = (parameter: number): Promise<Map<string, FacetsByKind>> =>
      reads.readAs(READER, (scope) => cache.find(scope, [parameter], () => Promise.resolve(asFacets(parameter))));
    for (const parameter of [1, 2, 1]) expect(await find(parameter)).toEqual(asFacets(parameter));
  });

  it('keeps nothing where there is no snapshot', async () => {
    const cache = new FacetCache();
    let readings = 0;
    const scope = { principal: READER, libraryIds: null, facetVersion: null, rows: () => Promise.resolve([]) };
    const read = (): Promise<Map<string, FacetsByKind>> => Promise.resolve(asFacets((readings += 1)));
    await cache.find(scope, ['each'], read);
    await cache.find(scope, ['each'], read);
    expect(readings).toBe(2);
  });
});
