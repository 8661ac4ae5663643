import type { DataSource, EntityManager } from 'typeorm';
import { ReadPool } from '../../../src/database/read-pool';
import { lockLibraries } from '../../../src/database/locks/library-lock';
import { FacetCache } from '../../../src/overview/facet-cache';
import { type OverviewLibrary, OverviewRepository } from '../../../src/overview/overview.repository';
import { FacetDeltas } from '../../../src/read-model/facets/facet-deltas';
import { FacetStore } from '../../../src/read-model/facets/facet.store';
import { principalOf } from '../../support/accounts/principals';
import { type OpenDatabase, openTestDatabase } from '../../support/databases/test-database';
import { POOL_TIMEOUTS } from '../../support/app/test-environment';

const READER = principalOf();
const LIBRARY = '00000000-0000-4000-8000-000000000001';
const OTHER = '00000000-0000-4000-8000-000000000002';
const COUNT_SQL = `
SELECT l.facet_version,
       (SELECT coalesce(sum(v.item_count), 0)::integer FROM intelligence_facet_values v
         WHERE v.library_id = l.library_id) AS count
  FROM libraries l WHERE l.library_id = $1`;

const store = new FacetStore();
let open: OpenDatabase;
let reads: ReadPool;
let dataSource: DataSource;
let items = 0;

beforeAll(async () => {
  open = await openTestDatabase();
  ({ dataSource } = open);
  reads = new ReadPool({ url: open.database.url, size: 4, ...POOL_TIMEOUTS });
  await dataSource.query(
    `INSERT INTO libraries (library_id, name, library_kind) VALUES ($1, 'One', 'series'), ($2, 'Two', 'series')`,
    [LIBRARY, OTHER],
  );
});
afterAll(async () => {
  await reads.onApplicationShutdown();
  await open.close();
});

/** Adds an episode to the counts of a library, as a writer does. */
async function addEpisode(manager: EntityManager, libraryId = LIBRARY): Promise<void> {
  await lockLibraries(manager, [libraryId]);
  const deltas = new FacetDeltas();
  const media_id = `00000000-0000-4000-8000-${String((items += 1)).padStart(12, '0')}`;
  const facets = [{ kind: 'media_kind', key: 'episode', label: 'Episode' } as const];
  deltas.replace(null, { library_id: libraryId, media_id, media_kind: 'episode', facets });
  await store.apply(manager, deltas);
}

interface VersionedCount {
  readonly facet_version: string;
  readonly count: number;
}

/** Reads the version and the sum of a library's counts in one snapshot. */
function readCount(libraryId = LIBRARY): Promise<VersionedCount> {
  return reads.readAs(READER, async (scope) => {
    const [row] = await scope.rows<VersionedCount>({ text: COUNT_SQL }, [libraryId]);
    if (row === undefined) throw new Error('The library is missing.');
    return row;
  });
}

describe('the version of the facet counts of a library', () => {
  it.each<[string, (manager: EntityManager) => Promise<void>]>([
    ['an added item', (manager) => addEpisode(manager)],
    ['a recount', (manager) => store.recount(manager, LIBRARY)],
    ['the removal of the counts', (manager) => store.removeLibrary(manager, LIBRARY)],
  ])('changes after %s, and the version of another library does not', async (_, write) => {
    await dataSource.transaction((manager) => addEpisode(manager));
    const [before, other] = [await readCount(), await readCount(OTHER)];
    expect(await readCount()).toEqual(before);
    await dataSource.transaction(write);
    const after = await readCount();
    expect(after.facet_version).not.toBe(before.facet_version);
    expect([await readCount(), await readCount(OTHER)]).toEqual([after, other]);
  });

  it('does not change if no count changes', async () => {
    const before = await readCount();
    await dataSource.transaction((manager) => store.apply(manager, new FacetDeltas()));
    expect(await readCount()).toEqual(before);
  });

  it('becomes visible together with the counts, and never after a rollback', async () => {
    const before = await readCount();
    const runner = dataSource.createQueryRunner();
    await runner.startTransaction();
    await addEpisode(runner.manager);
    expect(await readCount()).toEqual(before);
    await runner.rollbackTransaction();
    expect(await readCount()).toEqual(before);
    await runner.startTransaction();
    await addEpisode(runner.manager);
    await addEpisode(runner.manager);
    expect(await readCount()).toEqual(before);
    await runner.commitTransaction();
    await runner.release();
    const after = await readCount();
    expect(after.count).toBe(before.count + 2);
    expect(after.facet_version).not.toBe(before.facet_version);
  });

  it('does not make a writer of one library wait for a writer of another library', async () => {
    const runner = dataSource.createQueryRunner();
    await runner.startTransaction();
    await addEpisode(runner.manager);
    const before = await readCount(OTHER);
    await dataSource.transaction(async (manager) => {
      await manager.query(`SET LOCAL lock_timeout = '2s'`);
      await addEpisode(manager, OTHER);
    });
    expect((await readCount(OTHER)).count).toBe(before.count + 1);
    await runner.rollbackTransaction();
    await runner.release();
  });

  it('is never the same for different counts, even with concurrent writers', async () => {
    const counts = new Map<string, number>();
    let isWriting = true;
    const keepReading = async (libraryId: string): Promise<void> => {
      for (let round = 0; isWriting || round === 0; round += 1) {
        const { facet_version: version, count } = await readCount(libraryId);
        const key = `${libraryId}/${version}`;
        expect(counts.get(key) ?? count).toBe(count);
        counts.set(key, count);
      }
    };
    const readers = Promise.all([keepReading(LIBRARY), keepReading(OTHER), keepReading(LIBRARY)]);
    const write = async (libraryId: string): Promise<void> => {
      for (let turn = 0; turn < 25; turn += 1)
        await dataSource.transaction((manager) => addEpisode(manager, libraryId));
    };
    await Promise.all([write(LIBRARY), write(OTHER), write(LIBRARY)]).finally(() => (isWriting = false));
    await readers;
    expect(counts.size).toBeGreaterThan(10);
  });
});

describe('cached facets', () => {
  interface Totals {
    readonly byLibrary: (number | undefined)[];
    readonly sum: number | undefined;
    readonly roundTrips: number;
  }

  /** Reads the facets of each library and of both libraries together, through the cache. */
  async function read(repository: OverviewRepository): Promise<Totals> {
    const before = reads.statistics.roundTrips;
    return reads.readAs(READER, async (scope) => {
      const { libraries } = await repository.listLibraries(scope, null);
      const [byLibrary, sum] = await Promise.all([
        repository.readFacets(scope, libraries, ['media_kind'], 4),
        repository.readSummedFacets(scope, libraries, ['media_kind'], 4),
      ]);
      return {
        byLibrary: [LIBRARY, OTHER].map((id) => byLibrary.get(id)?.get('media_kind')?.totals.value_total),
        sum: sum.get('media_kind')?.totals.value_total,
        roundTrips: reads.statistics.roundTrips - before,
      };
    });
  }

  it('equal the facets of the snapshot, and are read again only if counts of their libraries change', async () => {
    const repository = new OverviewRepository(new FacetCache());
    await read(repository);
    for (let turn = 0; turn < 10; turn += 1) {
      await dataSource.transaction((manager) => addEpisode(manager, turn % 2 === 0 ? LIBRARY : OTHER));
      const present = [(await readCount(LIBRARY)).count, (await readCount(OTHER)).count];
      const expected = { byLibrary: present, sum: present.reduce((sum, each) => sum + each, 0) };
      // The four round trips are the list, two statements for the changed library, and the sum.
      expect(await read(repository)).toEqual({ ...expected, roundTrips: 4 });
      expect(await read(repository)).toEqual({ ...expected, roundTrips: 1 });
    }
  });

  it('are read once by simultaneous requests, and by each of them if the first read fails', async () => {
    const cache = new FacetCache();
    const libraries = [{ library_id: LIBRARY, facet_version: '1' }];
    let readings = 0;
    const find = (isFailing: boolean): Promise<unknown> =>
      cache.getOrRead(libraries, [isFailing], () => {
        readings += 1;
        return isFailing ? Promise.reject(new Error('gone')) : Promise.resolve(new Map());
      });
    await Promise.all([find(false), find(false), find(false)]);
    expect(readings).toBe(1);
    readings = 0;
    const results = await Promise.allSettled([find(true), find(true)]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(readings).toBe(2);
  });

  it('are cached by libraries, versions and parameters', () => {
    const cache = new FacetCache();
    const library = (library_id: string, facet_version: string): OverviewLibrary => {
      return { library_id, facet_version, name: '', library_kind: 'movies' };
    };
    const [one, newer, other] = [library(LIBRARY, '1'), library(LIBRARY, '2'), library(OTHER, '1')];
    const keys = [[one], [newer], [other], [one, other], [newer, other], [other, one]].flatMap((libraries) =>
      [['a'], ['b'], []].map((parameters) => ({ libraries, parameters, facets: new Map() })),
    );
    for (const { libraries, parameters, facets } of keys) cache.set(libraries, parameters, facets);
    for (const { libraries, parameters, facets } of keys) expect(cache.get(libraries, parameters)).toBe(facets);
  });
});
