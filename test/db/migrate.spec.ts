import { Client } from 'pg';
import { MIGRATIONS } from '../../src/database/migrations';
import { migrate } from '../../src/database/migrate';
import { createEmptyDatabase, type TestDatabase } from '../support/test-database';

const ALL = MIGRATIONS.map(({ name }) => name);

let database: TestDatabase;
beforeEach(async () => {
  database = await createEmptyDatabase();
});
afterEach(() => database.drop());

async function query(text: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

test('of five that migrate at once one works, and each migration runs once', async () => {
  const ran = await Promise.all(Array.from({ length: 5 }, () => migrate(database.url)));
  expect(ran.filter((names) => names.length > 0)).toEqual([ALL]);
  expect(await query('SELECT name FROM schema_migrations ORDER BY id')).toEqual(ALL.map((name) => ({ name })));
  expect(await migrate(database.url)).toEqual([]);
});

test('what an interrupted concurrent index build left behind is dropped', async () => {
  await query('CREATE TABLE numbers AS SELECT 1 AS n FROM generate_series(1, 2)');
  await expect(query('CREATE UNIQUE INDEX CONCURRENTLY numbers_ux ON numbers (n)')).rejects.toThrow(
    'could not create unique index',
  );
  expect(await query(`SELECT indisvalid FROM pg_index WHERE indexrelid = 'numbers_ux'::regclass`)).toEqual([
    { indisvalid: false },
  ]);
  await migrate(database.url);
  expect(await query(`SELECT to_regclass('numbers_ux') AS found`)).toEqual([{ found: null }]);
});

test('one that waits does not hold up a concurrent index build of the one that works', async () => {
  const holder = new Client({ connectionString: database.url });
  await holder.connect();
  await holder.query(`SELECT pg_advisory_lock(${0x6d6967})`);
  await holder.query('CREATE TABLE numbers (n integer)');
  const waiting = migrate(database.url);
  await pollFor(`SELECT FROM pg_stat_activity WHERE application_name = 'intelligence-migrate'
                  AND datname = current_database()`);
  await holder.query('CREATE INDEX CONCURRENTLY numbers_ix ON numbers (n)');
  await holder.end();
  expect(await waiting).toEqual(ALL);
});

async function pollFor(text: string): Promise<void> {
  const deadline = Date.now() + 10_000;
  while ((await query(text)).length === 0) if (Date.now() > deadline) throw new Error('It did not come about.');
}
