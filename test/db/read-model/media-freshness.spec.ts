import { Logger } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { requireMediaId } from '../../../src/common/problems/required-ids';
import type { Problem } from '../../../src/common/problems/problem';
import type { ReadScope } from '../../../src/database/read-scope';
import { limitStatements } from '../../../src/database/transaction-connection';
import { Transactions } from '../../../src/database/transactions';
import { DirtyKeyStore } from '../../../src/read-model/refresh/dirty-key.store';
import { MediaFreshness } from '../../../src/read-model/refresh/media-freshness';
import { Refresher } from '../../../src/read-model/refresh/refresher';
import { LibraryLockHolder } from '../../support/databases/library-lock-holder';
import { eventually } from '../../support/eventually';
import { principalOf } from '../../support/accounts/principals';
import { withConnection } from '../../support/databases/sql';
import { type CatalogFixture, openCatalog } from '../../support/catalog/catalog-fixture';
import { library, libraryId, season, seasonId, series } from '../../support/catalog/catalog-records';

const BUDGET_MS = 2_000;
/** Additional milliseconds for a slow machine. */
const SLACK_MS = 15_000;
const SEASON = requireMediaId(seasonId(1));
const READER = principalOf({ role: 'admin' });

let catalog: CatalogFixture;
let freshness: MediaFreshness;
let admin: Client;

beforeAll(async () => {
  catalog = await openCatalog();
  freshness = catalog.module.get(MediaFreshness);
  admin = new Client({ connectionString: catalog.database.url });
  await admin.connect();
});
afterAll(async () => {
  await admin.end();
  await catalog.close();
});

/** Creates a season with a stale row. */
beforeEach(async () => {
  await catalog.clear();
  await catalog.importLines([library(1, { library_kind: 'series' }), series(1), season(1, 1)]);
  await catalog.importLines([series(1, { title: 'Renamed' })]);
  expect(await readQueue()).toEqual([{ media_id: SEASON.uuid, attempts: 0, quarantined: false }]);
});

interface QueuedRow {
  media_id: string;
  attempts: number;
  quarantined: boolean;
}

async function readQueue(): Promise<QueuedRow[]> {
  const { rows } = await admin.query<QueuedRow>('SELECT media_id, attempts, quarantined FROM intelligence_dirty_keys');
  return rows;
}

/** Returns the title of the series in the row of the season. */
async function findTitle(scope: ReadScope): Promise<string | null> {
  const text = `SELECT media->'series'->>'title' AS title FROM intelligence_media_context
                 WHERE media_id = $1 AND status = 'ready'`;
  return (await scope.rows<{ title: string }>({ text }, [SEASON.uuid]))[0]?.title ?? null;
}

/** Reads the row and returns the title, or the status of a problem. Calls `beforeAttempt` before each attempt. */
async function read(beforeAttempt: () => Promise<void> = () => Promise.resolve()): Promise<string | number> {
  const find = (scope: ReadScope): Promise<string | null> => beforeAttempt().then(() => findTitle(scope));
  const answer = (_: ReadScope, title: string): Promise<string> => Promise.resolve(title);
  return freshness.readFresh(READER, SEASON, find, answer).catch((problem: Problem) => problem.status);
}

/** Locks the rows of the libraries while `work` runs, so that a refresh waits before it sets `facet_version`. */
async function whileVersionIsLocked<T>(work: () => Promise<T>): Promise<T> {
  return withConnection(catalog.database.url, async (holder) => {
    await holder.query('BEGIN');
    await holder.query('SELECT facet_version FROM libraries FOR UPDATE');
    return work();
  });
}

/** Cancels statements that wait to set `facet_version`. Returns their number. */
async function cancelWaiting(): Promise<number> {
  const { rowCount } = await admin.query(
    `SELECT pg_cancel_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'UPDATE libraries%'`,
  );
  return rowCount ?? 0;
}

it('a read that waits for a lock fails within its time budget, and counts no failed attempt for its row', async () => {
  const started = performance.now();
  expect(await whileVersionIsLocked(read)).toBe(503);
  expect(performance.now() - started).toBeLessThan(BUDGET_MS + SLACK_MS);
  // The derivation ends with the time budget, and its key stays in the queue.
  expect((await readQueue()).filter(({ attempts, quarantined }) => attempts > 0 || quarantined)).toEqual([]);
  expect(await read()).toBe('Renamed');
  expect(await readQueue()).toEqual([]);
});

it('a read of a quarantined row fails without waiting for the lock of the library', async () => {
  await admin.query('UPDATE intelligence_dirty_keys SET quarantined = true');
  const holder = await LibraryLockHolder.lock(catalog.database.url, libraryId(1));
  const transactions = jest.spyOn(catalog.module.get(Transactions), 'run');
  try {
    const none = (): Promise<null> => Promise.resolve(null);
    const reading = freshness.readFresh(READER, SEASON, none, () => Promise.resolve());
    await expect(reading).rejects.toMatchObject({ status: 503, headers: { 'Retry-After': '60' } });
    expect(transactions).not.toHaveBeenCalled();
  } finally {
    transactions.mockRestore();
    await holder.release();
  }
  // A changed item leaves the quarantine.
  await catalog.importLines([series(1, { title: 'Again' })]);
  expect(await read()).toBe('Again');
});

it('a read whose statement is cancelled retries within its time budget', async () => {
  const reading = await whileVersionIsLocked(async () => {
    const answer = read();
    await eventually(async () => (await cancelWaiting()) === 1);
    return { answer };
  });
  expect(await reading.answer).toBe('Renamed');
  expect(await readQueue()).toEqual([]);
});

it('a read has its own full time budget, even if it waits while an earlier read derives the row', async () => {
  const holder = await LibraryLockHolder.lock(catalog.database.url, libraryId(1));
  const first = read();
  await eventually(async () => (await holder.countWaiting()) === 1);
  // The first read uses most of its budget.
  await delay(BUDGET_MS - 500);
  const joined = read();
  expect(await first).toBe(503);
  await holder.release();
  expect(await joined).toBe('Renamed');
});

it('a read ends within its own time budget, even if it waits while a later read derives the row', async () => {
  const holder = await LibraryLockHolder.lock(catalog.database.url, libraryId(1));
  const ends: string[] = [];
  const note = async (name: string, answer: Promise<unknown>): Promise<void> => {
    expect(await answer).toBe(503);
    ends.push(name);
  };
  try {
    const first = note('first', read());
    // The second read begins half a second after the first, and the third one second later.
    await delay(500);
    // After the first read fails, the second read retries late, so it waits while the third read derives the row.
    let attempts = 0;
    const second = note(
      'second',
      read(async () => void (attempts++ > 0 && (await delay(200)))),
    );
    await delay(1_000);
    await Promise.all([first, second, note('third', read())]);
    expect(ends).toEqual(['first', 'second', 'third']);
  } finally {
    await holder.release();
  }
});

it('a read ends within its time budget if its row takes too long to derive, and so does the derivation', async () => {
  const unhandled: unknown[] = [];
  const onUnhandled = (reason: unknown): number => unhandled.push(reason);
  process.on('unhandledRejection', onUnhandled);
  await admin.query(
    `CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(60); RETURN NEW; END $$;
     CREATE TRIGGER hold BEFORE UPDATE ON intelligence_media_context FOR EACH ROW EXECUTE FUNCTION hold()`,
  );
  try {
    const started = performance.now();
    expect(await read()).toBe(503);
    // The error of the derivation may come after the answer.
    const isSleeping = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'`;
    await eventually(async () => (await admin.query(isSleeping)).rowCount === 0);
    expect(performance.now() - started).toBeLessThan(BUDGET_MS + SLACK_MS);
  } finally {
    await admin.query('DROP FUNCTION hold CASCADE');
    process.off('unhandledRejection', onUnhandled);
  }
  expect(unhandled).toEqual([]);
  // The key has no failed attempt, so the refresher derives the row at once.
  expect(await readQueue()).toEqual([{ media_id: SEASON.uuid, attempts: 0, quarantined: false }]);
  expect(await catalog.module.get(Refresher).drain()).toEqual({ refreshed: 1, failed: 0 });
  expect(await read()).toBe('Renamed');
});

it('the statements that derive a row for a read together take no longer than the time budget of the read', async () => {
  // Each statement alone ends within the budget.
  await admin.query(
    `CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(0.9); RETURN NULL; END $$;
     CREATE TRIGGER hold BEFORE INSERT ON intelligence_media_context EXECUTE FUNCTION hold();
     CREATE TRIGGER hold BEFORE INSERT ON intelligence_search_documents EXECUTE FUNCTION hold();
     CREATE TRIGGER hold BEFORE DELETE ON intelligence_dirty_keys EXECUTE FUNCTION hold()`,
  );
  try {
    expect(await read()).toBe(503);
    const isWorking = `SELECT FROM pg_stat_activity
                        WHERE datname = current_database() AND application_name = 'intelligence' AND xact_start < now()`;
    await eventually(async () => (await admin.query(isWorking)).rowCount === 0);
  } finally {
    await admin.query('DROP FUNCTION hold CASCADE');
  }
  // The derivation was rolled back, and counts no failed attempt.
  expect(await readQueue()).toEqual([{ media_id: SEASON.uuid, attempts: 0, quarantined: false }]);
  expect(await read()).toBe('Renamed');
});

it('a derivation that waits for the lock limits its later statements to the rest of the time budget', async () => {
  // A rollback does not reset a sequence.
  await admin.query(
    `CREATE SEQUENCE last_limit;
     CREATE FUNCTION note_limit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       PERFORM setval('last_limit', (1000 * extract(epoch FROM current_setting('statement_timeout')::interval))::int);
       RETURN NEW; END $$;
     CREATE TRIGGER note_limit BEFORE UPDATE ON intelligence_media_context FOR EACH ROW EXECUTE FUNCTION note_limit()`,
  );
  try {
    const holder = await LibraryLockHolder.lock(catalog.database.url, libraryId(1));
    const answer = read();
    await eventually(async () => (await holder.countWaiting()) === 1);
    await delay(BUDGET_MS - 1_000);
    await holder.release();
    await answer;
    const { rows } = await admin.query<{ last_value: string }>('SELECT last_value FROM last_limit');
    expect(Number(rows[0]?.last_value)).toBeLessThan(1_000);
  } finally {
    await admin.query('DROP FUNCTION note_limit CASCADE; DROP SEQUENCE last_limit');
  }
});

it('a derivation keeps a statement timeout that is shorter than the time budget', async () => {
  const timeouts = await catalog.module.get(Transactions).run(async (manager) => {
    const readTimeout = async (): Promise<unknown> => (await manager.query('SHOW statement_timeout'))[0];
    await manager.query(`SET LOCAL statement_timeout = '1500ms'`);
    await limitStatements(manager, BUDGET_MS);
    const kept = await readTimeout();
    await limitStatements(manager, 700.4);
    const lowered = await readTimeout();
    await manager.query('SET LOCAL statement_timeout = 0');
    await limitStatements(manager, -5);
    return [kept, lowered, await readTimeout()];
  });
  expect(timeouts.map((row) => (row as { statement_timeout: string }).statement_timeout)).toEqual([
    '1500ms',
    '700ms',
    '1ms',
  ]);
});

it('a read of several items derives no further row after its time budget', async () => {
  await catalog.importLines([season(2, 1, { season_number: 2 }), season(3, 1, { season_number: 3 })]);
  await catalog.importLines([series(1, { title: 'Again' })]);
  const holder = await LibraryLockHolder.lock(catalog.database.url, libraryId(1));
  const transactions = jest.spyOn(catalog.module.get(Transactions), 'run');
  try {
    const seasons = [1, 2, 3].map((number) => requireMediaId(seasonId(number)));
    const none = (): Promise<Map<string, string>> => Promise.resolve(new Map<string, string>());
    await expect(freshness.readAllFresh(READER, seasons, none, () => Promise.resolve())).rejects.toMatchObject({
      status: 503,
    });
    expect(transactions).toHaveBeenCalledTimes(1);
  } finally {
    transactions.mockRestore();
    await holder.release();
  }
});

it('a failed read does not postpone a row that was queued again', async () => {
  await admin.query(
    `ALTER TABLE intelligence_media_context ADD CONSTRAINT refused
       CHECK (status = 'stale' OR media->'series'->>'title' <> 'Renamed') NOT VALID`,
  );
  const log = jest.spyOn(Logger.prototype, 'error').mockImplementation();
  const dirtyKeys = catalog.module.get(DirtyKeyStore);
  const postpone = dirtyKeys.postpone.bind(dirtyKeys);
  const spy = jest.spyOn(dirtyKeys, 'postpone').mockImplementation(async (...failure) => {
    await catalog.importLines([series(1, { title: 'Again' })]);
    await postpone(...failure);
  });
  try {
    expect(await read()).toBe(503);
    expect(await readQueue()).toEqual([{ media_id: SEASON.uuid, attempts: 0, quarantined: false }]);
    spy.mockRestore();
    await catalog.importLines([series(1, { title: 'Renamed' })]);
    expect(await read()).toBe(503);
    expect(await readQueue()).toEqual([{ media_id: SEASON.uuid, attempts: 1, quarantined: false }]);
  } finally {
    spy.mockRestore();
    log.mockRestore();
    await admin.query('ALTER TABLE intelligence_media_context DROP CONSTRAINT refused');
  }
});
