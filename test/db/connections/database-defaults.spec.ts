import { randomUUID } from 'node:crypto';
import { Client, escapeIdentifier } from 'pg';
import { DataSource } from 'typeorm';
import { connect } from '../../../src/database/connections/connect';
import { QuietClient } from '../../../src/database/connections/quiet-client';
import { dataSourceOptions } from '../../../src/database/data-source-options';
import { lockLibraryWithin } from '../../../src/database/locks/library-lock';
import { Transactions } from '../../../src/database/transactions';
import { type CatalogFixture, openCatalog } from '../../support/catalog/catalog-fixture';
import { library, movie } from '../../support/catalog/catalog-records';

/** Settings that an administrator may have given the database for other programs. */
const DEFAULTS = [
  "DateStyle = 'SQL, DMY'",
  "default_transaction_isolation = 'serializable'",
  "TimeZone = 'Asia/Kolkata'",
  'array_nulls = off',
  "bytea_output = 'escape'",
  'extra_float_digits = -5',
  "IntervalStyle = 'sql_standard'",
  'standard_conforming_strings = off',
  'transform_null_equals = on',
  "idle_in_transaction_session_timeout = '30s'",
  "idle_session_timeout = '1s'",
  "lock_timeout = '300ms'",
  "statement_timeout = '2s'",
];

let catalog: CatalogFixture;

beforeAll(async () => {
  catalog = await openCatalog();
  const database = escapeIdentifier(catalog.database.name);
  for (const setting of DEFAULTS) await catalog.dataSource.query(`ALTER DATABASE ${database} SET ${setting}`);
  // Connections that are open already keep their settings.
  await catalog.dataSource.destroy();
  await catalog.dataSource.initialize();
});
afterAll(() => catalog.close());

describe('a database whose default session settings are unusual', () => {
  it('gives other programs these settings', async () => {
    const client = new Client({ connectionString: catalog.database.url });
    await client.connect();
    const { rows } = await client.query(`SELECT current_setting('DateStyle') AS dates,
      current_setting('transaction_isolation') AS isolation`);
    await client.end();
    expect(rows).toEqual([{ dates: 'SQL, DMY', isolation: 'serializable' }]);
  });

  it('gives the service unchanged times, and transactions at the isolation level read committed', async () => {
    const time = new Date('2026-11-03T10:20:30.456Z');
    const rows = await new Transactions(catalog.dataSource).run((manager) =>
      manager.query<unknown[]>(
        `SELECT $1::timestamptz AS time, current_setting('transaction_isolation') AS isolation`,
        [time],
      ),
    );
    expect(rows).toEqual([{ time, isolation: 'read committed' }]);
  });

  it('does not change values, on connections of the pool for writes and on single connections', async () => {
    const text = String.raw`
      SELECT $1::text[] AS list, pi()::text AS number, '\n' AS text, NULL::integer = NULL AS comparison,
             to_json('\x00'::bytea) AS bytes, to_json(interval '1 day 2 hours') AS interval`;
    const values = [[null, 'a']];
    const expected = {
      ...{ list: [null, 'a'], number: String(Math.PI), text: String.raw`\n`, comparison: null },
      ...{ bytes: String.raw`\x00`, interval: '1 day 02:00:00' },
    };
    expect(await catalog.dataSource.query(text, values)).toEqual([expected]);
    const client = await connect(catalog.database.url, 'test');
    const { rows } = await client.query<object>(text, values);
    await client.end();
    expect(rows).toEqual([expected]);
  });

  it('does not limit how long commands, migrations and idle connections last', async () => {
    const migration = new DataSource(dataSourceOptions({ url: catalog.database.url, statementTimeoutMs: 0 }));
    await migration.initialize();
    const client = await connect(catalog.database.url, 'test');
    const text = `SELECT name, setting FROM pg_settings WHERE setting <> '0'
      AND name IN ('idle_session_timeout', 'lock_timeout', 'statement_timeout', 'transaction_timeout')`;
    const limits = [(await client.query<object>(text)).rows, await migration.query(text)];
    await client.end();
    await migration.destroy();
    expect(limits).toEqual([[], []]);
  });

  it('does not limit lock waits after the lock of a library was taken', async () => {
    const limit = await new Transactions(catalog.dataSource).run(async (manager) => {
      await lockLibraryWithin(manager, randomUUID(), 1_000);
      return manager.query<object[]>('SHOW lock_timeout');
    });
    expect(limit).toEqual([{ lock_timeout: '0' }]);
  });

  it.each([
    ['options', '-c lock_timeout=7s', '7s'],
    ['options', '-clock_timeout=7s -c geqo=off', '7s'],
    ['options', '--Lock-Timeout=7s', '7s'],
    ['options', '-c other.lock_timeout=2s', '0'],
    ['lock_timeout', '7000', '7s'],
  ])('has the time limits of its own settings, and those of the URL in `%s`: %s', async (parameter, value, limit) => {
    const url = new URL(catalog.database.url);
    url.searchParams.set(parameter, value);
    const source = new DataSource(dataSourceOptions({ url: url.toString(), statementTimeoutMs: 5_000 }));
    await source.initialize();
    const names = ['idle_in_transaction_session_timeout', 'lock_timeout', 'statement_timeout'];
    const rows = await source.query<object[]>('SELECT current_setting(unnest($1::text[])) AS value', [names]);
    await source.destroy();
    expect(rows).toEqual([{ value: '2min' }, { value: limit }, { value: '5s' }]);
  });

  it('accepts parallel imports of the same items', async () => {
    await catalog.importLines([library(1)]);
    const imports = [1, 2, 3, 4].map((n) =>
      catalog.importLines(
        Array.from({ length: 60 }, (_, each) => movie(((each + n * 15) % 60) + 1, { overview: `Version ${n}.` })),
        { batchSize: 20 },
      ),
    );
    for (const result of await Promise.all(imports)) expect(result).toMatchObject({ accepted: 60, rejected: 0 });
  });
});

it('sends a startup message that poolers accept', () => {
  const limits = { statement_timeout: 1, idle_in_transaction_session_timeout: 1 };
  const url = new URL(catalog.database.url);
  url.searchParams.set('lock_timeout', '7000');
  const client = new QuietClient({ connectionString: url.toString(), application_name: 'test', ...limits });
  const names = Object.keys(client.getStartupConf()).sort();
  expect(names).toEqual(['DateStyle', 'application_name', 'database', 'user']);
});

it('names connections as the service does, even if the URL has an application name', async () => {
  const url = new URL(catalog.database.url);
  url.searchParams.set('application_name', 'billing');
  const source = await new DataSource(dataSourceOptions({ url: url.toString() })).initialize();
  const client = await connect(url.toString(), 'intelligence-test');
  try {
    const statement = 'SHOW application_name';
    expect(await source.query<object[]>(statement)).toEqual([{ application_name: 'intelligence' }]);
    expect((await client.query(statement)).rows).toEqual([{ application_name: 'intelligence-test' }]);
  } finally {
    await client.end();
    await source.destroy();
  }
});
