import type { DataSource } from 'typeorm';
import { Client } from 'pg';
import { BatchRefresher } from '../../../src/read-model/refresh/batch-refresher';
import { CatalogChanges } from '../../../src/read-model/refresh/catalog-changes';
import { DIRTY_CHANNEL } from '../../../src/read-model/refresh/dirty-key.store';
import { Refresher } from '../../../src/read-model/refresh/refresher';
import { RefreshRequests } from '../../../src/read-model/refresh/refresh-requests';
import { Transactions } from '../../../src/database/transactions';
import { LibraryLockHolder } from '../../support/databases/library-lock-holder';
import { eventually } from '../../support/eventually';
import { type CatalogFixture, openCatalog } from '../../support/catalog/catalog-fixture';
import {
  episode,
  episodeId,
  library,
  libraryId,
  season,
  series,
  seriesId,
} from '../../support/catalog/catalog-records';

const EPISODES = 20;
/** Maximum error, in seconds, of a difference of two times that are rounded to microseconds. */
const ROUNDING_ERROR = 0.000_002;

let catalog: CatalogFixture;
let dataSource: DataSource;
let refresher: Refresher;

beforeAll(async () => {
  catalog = await openCatalog();
  ({ dataSource } = catalog);
  refresher = catalog.module.get(Refresher);
});
afterAll(() => catalog.close());

/** Creates two libraries, each with a series of twenty episodes. */
beforeEach(async () => {
  await catalog.clear();
  await catalog.importLines([1, 2].flatMap((number) => [library(number, { library_kind: 'series' }), ...show(number)]));
});

function show(number: number, title = `Series ${number}`): Record<string, unknown>[] {
  const ofLibrary = { library_id: libraryId(number), title };
  const episodes = Array.from({ length: EPISODES }, (_, index) =>
    episode(number * 100 + index, number, number, { title: `Part ${index}`, episode_number: index + 1 }),
  );
  return [series(number, ofLibrary), season(number, number), ...episodes];
}

/** Renames a series. The import derives the series and makes the rows of its season and episodes stale. */
async function rename(number: number): Promise<void> {
  await catalog.importLines([series(number, { library_id: libraryId(number), title: `Renamed ${number}` })]);
}

async function readQueue(): Promise<Record<string, unknown>[]> {
  return dataSource.query(
    `SELECT library_id, media_id, attempts, quarantined, last_error, reason FROM intelligence_dirty_keys
      ORDER BY library_id, media_id`,
  );
}

/** Returns, for each row, the id of the transaction that wrote it last. */
async function readVersions(): Promise<Map<string, string>> {
  const rows: { row: string; version: string }[] = await dataSource.query(
    `SELECT 'context ' || media_id AS row, xmin::text AS version FROM intelligence_media_context
      UNION ALL SELECT 'document ' || media_id, xmin::text FROM intelligence_search_documents`,
  );
  return new Map(rows.map(({ row, version }) => [row, version]));
}

/** Returns the number of items whose context and search document are both stale. */
async function countStale(): Promise<number> {
  const [row] = await dataSource.query<{ stale: number }[]>(
    `SELECT count(*)::integer AS stale FROM intelligence_media_context c
       JOIN intelligence_search_documents d USING (library_id, media_id)
      WHERE c.status = 'stale' AND d.status = 'stale'`,
  );
  return row?.stale ?? -1;
}

/** Makes every queued row due. */
async function makeAllDue(): Promise<void> {
  await dataSource.query(`UPDATE intelligence_dirty_keys SET not_before = now() - interval '1 second'`);
}

/** Makes the database reject derived rows with this title. It still accepts stale ones. */
async function refuseTitle(title: string): Promise<void> {
  await dataSource.query(
    `ALTER TABLE intelligence_media_context ADD CONSTRAINT refused CHECK (title <> '${title}' OR status = 'stale') NOT VALID`,
  );
}

/** Returns the number of sessions of this database that wait for an advisory lock. */
async function countLockWaits(): Promise<number> {
  const [row] = await dataSource.query<{ waiting: number }[]>(
    `SELECT count(*)::integer AS waiting FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND wait_event = 'advisory'`,
  );
  return row?.waiting ?? -1;
}

/** Ends the effect of `refuseTitle`. */
async function allowAll(): Promise<void> {
  await dataSource.query('ALTER TABLE intelligence_media_context DROP CONSTRAINT IF EXISTS refused');
}

describe('the refresher', () => {
  it('derives the children of a renamed series again, and leaves nothing queued', async () => {
    await rename(1);
    expect(await countStale()).toBe(EPISODES + 1);
    expect(await readQueue()).toHaveLength(EPISODES + 1);
    expect(await refresher.drain()).toEqual({ refreshed: EPISODES + 1, failed: 0 });
    expect(await countStale()).toBe(0);
    const titles = await dataSource.query<{ title: string }[]>(
      `SELECT DISTINCT media->'series'->>'title' AS title FROM intelligence_media_context
        WHERE library_id = $1 AND media_kind = 'episode'`,
      [libraryId(1)],
    );
    expect(titles).toEqual([{ title: 'Renamed 1' }]);
  });

  it('writes only requested rows that differ or are stale', async () => {
    const [context, document, stale] = [1, 2, 3].map((index) => idOf(episodeId(100 + index)));
    // A row with another hash differs from the row that would be derived.
    const spoil = `SET derived_hash = 'other' WHERE media_id = $1`;
    await dataSource.query(`UPDATE intelligence_media_context ${spoil}`, [context]);
    await dataSource.query(`UPDATE intelligence_search_documents ${spoil}`, [document]);
    await dataSource.query(`UPDATE intelligence_search_documents SET status = 'stale' WHERE media_id = $1`, [stale]);
    const before = await readVersions();
    await catalog.module.get(RefreshRequests).refreshLibraries(null, null);
    await refresher.drain();
    const after = await readVersions();
    const written = [...after].filter(([row, version]) => before.get(row) !== version).map(([row]) => row);
    expect(written.sort()).toEqual([`context ${context}`, `document ${document}`, `document ${stale}`].sort());
    expect(await dataSource.query(`SELECT 1 FROM intelligence_search_documents WHERE status = 'stale'`)).toEqual([]);
  });

  it('processes other libraries while one library is locked', async () => {
    await rename(1);
    await rename(2);
    const holder = await LibraryLockHolder.lock(catalog.database.url, libraryId(1));
    try {
      expect(await refresher.drain()).toEqual({ refreshed: EPISODES + 1, failed: 0 });
      expect((await readQueue()).map((key) => key['library_id'])).toEqual(
        Array.from({ length: EPISODES + 1 }, () => libraryId(1)),
      );
    } finally {
      await holder.release();
    }
    expect(await refresher.drain()).toEqual({ refreshed: EPISODES + 1, failed: 0 });
  });

  it('does not wait for another locked library after it is stopped', async () => {
    await rename(1);
    await rename(2);
    const holders = [
      await LibraryLockHolder.lock(catalog.database.url, libraryId(1)),
      await LibraryLockHolder.lock(catalog.database.url, libraryId(2)),
    ];
    let isStopping = false;
    const refreshDue = jest.spyOn(catalog.module.get(BatchRefresher), 'refreshDue');
    try {
      const draining = refresher.drain(() => isStopping);
      await eventually(async () => (await holders[0]?.countWaiting()) === 1);
      isStopping = true;
      expect(await draining).toEqual({ refreshed: 0, failed: 0 });
      expect(refreshDue.mock.calls.filter(([, waitMs]) => waitMs > 0)).toHaveLength(1);
    } finally {
      refreshDue.mockRestore();
      for (const holder of holders) await holder.release();
    }
  });

  it('waits in `drainUntilEmpty` until another session releases the lock of a library', async () => {
    await rename(1);
    const holder = await LibraryLockHolder.lock(catalog.database.url, libraryId(1));
    let hasEnded = false;
    const draining = refresher.drainUntilEmpty().finally(() => (hasEnded = true));
    // A call of `drain` waits a second for the lock. After two calls, `drainUntilEmpty` has waited longer than one.
    expect(await refresher.drain()).toEqual({ refreshed: 0, failed: 0 });
    expect(await refresher.drain()).toEqual({ refreshed: 0, failed: 0 });
    expect(hasEnded).toBe(false);
    await holder.release();
    expect(await draining).toEqual({ refreshed: EPISODES + 1, failed: 0 });
    expect(await readQueue()).toEqual([]);
  });

  it('gets the lock of a library before the next transaction of a busy writer', async () => {
    await rename(1);
    const holder = await LibraryLockHolder.lock(catalog.database.url, libraryId(1));
    const draining = refresher.drain();
    await eventually(() => holder.countWaiting().then((waiting) => waiting === 1));
    const secondLock = LibraryLockHolder.lock(catalog.database.url, libraryId(1));
    await eventually(() => holder.countWaiting().then((waiting) => waiting === 2));
    await holder.release();
    const secondHolder = await secondLock;
    // The refresher got the lock before the second holder.
    expect(await countStale()).toBe(0);
    await secondHolder.release();
    expect(await draining).toEqual({ refreshed: EPISODES + 1, failed: 0 });
  });

  it('derives no row twice while four calls of `drain` share the work', async () => {
    await rename(1);
    await rename(2);
    const results = await Promise.all(Array.from({ length: 4 }, () => refresher.drain()));
    expect(results.reduce((sum, result) => sum + result.refreshed, 0)).toBe(2 * (EPISODES + 1));
    expect(results.every((result) => result.failed === 0)).toBe(true);
    expect(await readQueue()).toEqual([]);
  });

  it('derives the other rows if one of a batch fails, and quarantines that one after five attempts', async () => {
    await rename(1);
    await refuseTitle('Part 7');
    try {
      expect(await refresher.drain()).toEqual({ refreshed: EPISODES, failed: 1 });
      // The failed row is not due yet.
      expect(await refresher.drain()).toEqual({ refreshed: 0, failed: 0 });
      for (let attempt = 2; attempt <= 5; attempt += 1) {
        await makeAllDue();
        expect(await refresher.drain()).toEqual({ refreshed: 0, failed: 1 });
      }
      await makeAllDue();
      expect(await refresher.drain()).toEqual({ refreshed: 0, failed: 0 });
      expect(await readQueue()).toEqual([
        expect.objectContaining({ attempts: 5, quarantined: true, last_error: expect.stringContaining('refused') }),
      ]);
      expect(await countStale()).toBe(1);
    } finally {
      await allowAll();
    }
    const requests = catalog.module.get(RefreshRequests);
    expect(await requests.refreshLibraries(libraryId(1), null)).toBe(EPISODES + 2);
    expect(await refresher.drain()).toEqual({ refreshed: EPISODES + 2, failed: 0 });
    expect(await countStale()).toBe(0);
    expect(await readQueue()).toEqual([]);
  });

  it.each([
    ['keeps its age if it is queued again while it waits', false, 3_600],
    ['starts a new age if it is queued again after its quarantine', true, 0],
  ])('an item %s', async (_, quarantined, expected) => {
    await rename(1);
    await dataSource.query(
      `UPDATE intelligence_dirty_keys SET enqueued_at = now() - interval '1 hour', quarantined = $1`,
      [quarantined],
    );
    await catalog.module.get(RefreshRequests).refreshLibraries(libraryId(1), null);
    const [row]: { waited: number }[] = await dataSource.query(
      'SELECT extract(epoch FROM now() - min(enqueued_at))::float8 AS waited FROM intelligence_dirty_keys',
    );
    expect(Math.abs(Number(row?.waited) - expected)).toBeLessThan(120);
  });

  it('retries a failing row at intervals of 1, 2, 4 and 8 seconds', async () => {
    const readClock = async (): Promise<number> => {
      const [row] = await dataSource.query<{ now: number }[]>(
        'SELECT extract(epoch FROM clock_timestamp())::float8 AS now',
      );
      return row?.now ?? NaN;
    };
    await rename(1);
    await refuseTitle('Part 7');
    try {
      for (const delay of [1, 2, 4, 8]) {
        await makeAllDue();
        const before = await readClock();
        expect(await refresher.drain()).toMatchObject({ failed: 1 });
        const after = await readClock();
        const [key] = await dataSource.query<{ due: number }[]>(
          'SELECT extract(epoch FROM not_before)::float8 AS due FROM intelligence_dirty_keys',
        );
        expect(key?.due).toBeGreaterThanOrEqual(before + delay - ROUNDING_ERROR);
        expect(key?.due).toBeLessThanOrEqual(after + delay + ROUNDING_ERROR);
      }
    } finally {
      await allowAll();
    }
  });

  it('reports a library as busy if another session gets its lock before a failed batch is retried', async () => {
    await rename(1);
    await refuseTitle('Part 7');
    const changes = catalog.module.get(CatalogChanges);
    const refreshStale = changes.refreshStale.bind(changes);
    // The other session starts to wait for the lock while the batch is processed. So it gets the lock when the batch
    // fails, and the refresher waits for it in vain.
    let locking: Promise<LibraryLockHolder> | undefined;
    const spy = jest.spyOn(changes, 'refreshStale').mockImplementation(async (...args) => {
      locking ??= LibraryLockHolder.lock(catalog.database.url, libraryId(1));
      await eventually(async () => (await countLockWaits()) === 1);
      await refreshStale(...args);
    });
    try {
      const result = await catalog.module.get(BatchRefresher).refreshDue(libraryId(1), 0);
      expect(result).toEqual({ refreshed: 0, failed: 0, busy: true });
    } finally {
      spy.mockRestore();
      await (await locking)?.release();
      await allowAll();
    }
    expect(await refresher.drain()).toEqual({ refreshed: EPISODES + 1, failed: 0 });
  });

  it('removes a quarantined row from the queue when its item is written or removed', async () => {
    await rename(1);
    await dataSource.query('UPDATE intelligence_dirty_keys SET quarantined = true, attempts = 5');
    await catalog.importLines([
      episode(100, 1, 1, { title: 'Another title' }),
      { type: 'delete', media_id: episodeId(101) },
    ]);
    expect(await readQueue()).toHaveLength(EPISODES - 1);
  });

  it('processes rows at once if they are due far in the future, which happens if the clock is set back', async () => {
    await rename(1);
    await dataSource.query(`UPDATE intelligence_dirty_keys SET not_before = now() + interval '10 years'`);
    expect(await refresher.drain()).toEqual({ refreshed: EPISODES + 1, failed: 0 });
  });

  it('is notified of queued rows only if their transaction commits', async () => {
    const listener = new Client({ connectionString: catalog.database.url });
    const notified: string[] = [];
    await listener.connect();
    listener.on('notification', ({ channel }) => notified.push(channel));
    try {
      await listener.query(`LISTEN ${DIRTY_CHANNEL}`);
      const changes = catalog.module.get(CatalogChanges);
      const transactions = catalog.module.get(Transactions);
      await expect(
        transactions.run(async (manager) => {
          await changes.markStale(manager, libraryId(1), [idOf(seriesId(1))], 'drift');
          throw new Error('rolled back');
        }),
      ).rejects.toThrow('rolled back');
      // A notification would arrive before the answer of this query.
      await listener.query('SELECT 1');
      expect(notified).toEqual([]);
      await rename(1);
      await eventually(() => notified.length > 0);
    } finally {
      await listener.end();
    }
  });

  it('leaves no rows of a library that is removed while its rows are refreshed', async () => {
    for (let round = 0; round < 5; round += 1) {
      await catalog.importLines([library(1, { library_kind: 'series' }), ...show(1)]);
      await rename(1);
      await Promise.all([refresher.drain(), catalog.removeLibrary(libraryId(1)), refresher.drain()]);
      expect(await countRowsOf(libraryId(1))).toBe(0);
    }
  });
});

function idOf(mediaId: string): string {
  return mediaId.slice(mediaId.indexOf(':') + 1);
}

async function countRowsOf(library: string): Promise<number> {
  const tables = [
    'libraries',
    'media_items',
    'intelligence_media_context',
    'intelligence_search_documents',
    'intelligence_dirty_keys',
    'intelligence_facet_values',
    'intelligence_facet_groups',
  ];
  const counts = tables.map((table) => `SELECT count(*)::integer AS rows FROM ${table} WHERE library_id = $1`);
  const rows = await dataSource.query<{ rows: number }[]>(counts.join(' UNION ALL '), [library]);
  return rows.reduce((sum, row) => sum + row.rows, 0);
}
