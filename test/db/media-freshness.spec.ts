import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { getMediaId } from '../../src/common/media-id';
import type { Principal } from '../../src/common/principal';
import type { Problem } from '../../src/common/problems/problem';
import type { ReadScope } from '../../src/database/read-pool';
import { MediaFreshness } from '../../src/read-model/refresh/media-freshness';
import { LibraryLockHolder } from '../support/library-lock-holder';
import { eventually } from '../support/eventually';
import { type CatalogFixture, openCatalog } from './catalog-fixture';
import { library, libraryId, season, seasonId, series } from './catalog-records';

const BUDGET_MS = 2_000;
/** What a slow machine may add; far below the limit of a statement. */
const SLACK_MS = 15_000;
const SEASON = getMediaId(seasonId(1));
const EVERYBODY: Principal = {
  userId: '00000000-0000-4000-8000-000000000000',
  username: 'admin',
  role: 'admin',
  scopes: [],
  libraryIds: null,
};

let catalog: CatalogFixture;
let freshness: MediaFreshness;
let admin: Client;

beforeAll(async () => {
  catalog = await openCatalog();
  freshness = catalog.module.get(MediaFreshness, { strict: false });
  admin = new Client({ connectionString: catalog.database.url });
  await admin.connect();
});
afterAll(async () => {
  await admin.end();
  await catalog.close();
});

/** A season whose row is stale, since its series has another title. */
beforeEach(async () => {
  await catalog.clear();
  await catalog.importLines([library(1, { library_kind: 'series' }), series(1), season(1, 1)]);
  await catalog.importLines([series(1, { title: 'Renamed' })]);
  expect(await readQueue()).toEqual([{ media_id: SEASON.uuid, attempts: 0, quarantined: false }]);
});

async function readQueue(): Promise<unknown[]> {
  return (await admin.query('SELECT media_id, attempts, quarantined FROM intelligence_dirty_keys')).rows;
}

/** The title of the series as the season's row has it. */
async function findTitle(scope: ReadScope): Promise<string | null> {
  const text = `SELECT media->'series'->>'title' AS title FROM intelligence_media_context
                 WHERE media_id = $1 AND status = 'ready'`;
  return (await scope.rows<{ title: string }>({ text }, [SEASON.uuid]))[0]?.title ?? null;
}

/** How a read ended: what it found, or the status of the problem. `look` is called before each look at the row. */
async function read(look: () => Promise<void> = () => Promise.resolve()): Promise<string | number> {
  const find = (scope: ReadScope): Promise<string | null> => look().then(() => findTitle(scope));
  const answer = (_: ReadScope, title: string): Promise<string> => Promise.resolve(title);
  return freshness.readFresh(EVERYBODY, SEASON, find, answer).catch((problem: Problem) => problem.status);
}

/** Keeps others from ending their writes while `work` runs, as a writer of another library does in a long commit. */
async function whileRevisionIsLocked<T>(work: () => Promise<T>): Promise<T> {
  const holder = new Client({ connectionString: catalog.database.url });
  await holder.connect();
  try {
    await holder.query('BEGIN');
    await holder.query('SELECT revision FROM catalog_revision FOR UPDATE');
    return await work();
  } finally {
    await holder.end();
  }
}

/** Ends the statements that wait for the revision, as the server does with those that take too long; gives how many. */
async function cancelWaiting(): Promise<number> {
  const { rowCount } = await admin.query(
    `SELECT pg_cancel_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'UPDATE catalog_revision%'`,
  );
  return rowCount ?? 0;
}

it('a read gives up within its budget, whatever it waits for, and that is no fault of the row', async () => {
  const started = performance.now();
  expect(await whileRevisionIsLocked(read)).toBe(503);
  expect(performance.now() - started).toBeLessThan(BUDGET_MS + SLACK_MS);
  expect(await readQueue()).toEqual([{ media_id: SEASON.uuid, attempts: 0, quarantined: false }]);
  expect(await read()).toBe('Renamed');
  expect(await readQueue()).toEqual([]);
});

it('a read whose statement the server ended tries again while it has time', async () => {
  const reading = await whileRevisionIsLocked(async () => {
    const answer = read();
    await eventually(async () => (await cancelWaiting()) === 1);
    return { answer };
  });
  expect(await reading.answer).toBe('Renamed');
  expect(await readQueue()).toEqual([]);
});

it('a read that joined another has its own budget, not what was left of the other', async () => {
  const holder = await LibraryLockHolder.lock(catalog.database.url, libraryId(1));
  const first = read();
  await eventually(async () => (await holder.countWaiting()) === 1);
  // Time is the subject: the first read has used most of its budget.
  await delay(BUDGET_MS - 500);
  const joined = read();
  expect(await first).toBe(503);
  await holder.release();
  expect(await joined).toBe('Renamed');
});

it('a read that joined one with more time left ends with its own budget', async () => {
  const holder = await LibraryLockHolder.lock(catalog.database.url, libraryId(1));
  const ends: string[] = [];
  const note = async (name: string, answer: Promise<unknown>): Promise<void> => {
    expect(await answer).toBe(503);
    ends.push(name);
  };
  try {
    const first = note('first', read());
    // Time is the subject: the reads begin half a second and one second after each other.
    await delay(500);
    // Slow to look again when the first has ended, so that the third begins and is joined.
    let looks = 0;
    const second = note(
      'second',
      read(async () => void (looks++ > 0 && (await delay(200)))),
    );
    await delay(1_000);
    await Promise.all([first, second, note('third', read())]);
    expect(ends).toEqual(['first', 'second', 'third']);
  } finally {
    await holder.release();
  }
});
