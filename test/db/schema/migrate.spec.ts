import { Client } from 'pg';
import { MIGRATIONS } from '../../../src/database/migrations';
import { ExternalSubjects1763700000015 } from '../../../src/database/migrations/second-release/1763700000015-external-subjects';
import { DeriveAgain1763700000092 } from '../../../src/database/migrations/third-release/1763700000092-derive-again';
import { migrate } from '../../../src/database/schema/migrate';
import { eventually } from '../../support/eventually';
import { runSql } from '../../support/databases/sql';
import { createEmptyDatabase, runMigrations, type TestDatabase } from '../../support/databases/test-database';

const ALL = MIGRATIONS.map(({ name }) => name);
/** Key of the advisory lock of migrations, the same as in `src/database/schema/migrate.ts`. */
const MIGRATION_LOCK = 0x6d6967;

/**
 * Condition on `pg_stat_activity` for a process that waits for the lock of migrations. A process with the lock has
 * another `application_name`.
 */
const IS_WAITING = `application_name = 'intelligence-migrate' AND datname = current_database()`;

let database: TestDatabase;
beforeEach(async () => {
  database = await createEmptyDatabase();
});
afterEach(() => database.drop());

const query = (text: string): Promise<Record<string, unknown>[]> => runSql(database.url, text);

test('of five concurrent calls, one migrates, and each migration runs once', async () => {
  const ran = await Promise.all(Array.from({ length: 5 }, () => migrate(database.url)));
  expect(ran.filter((names) => names.length > 0)).toEqual([ALL]);
  expect(await query('SELECT name FROM schema_migrations ORDER BY id')).toEqual(ALL.map((name) => ({ name })));
  expect(await migrate(database.url)).toEqual([]);
});

test('an invalid index of a failed concurrent build is dropped', async () => {
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

test('a build of an index with the same number in another database keeps no invalid index', async () => {
  // The number stays the same in a copy of the database, and when the copy builds the index again.
  await query(`CREATE FUNCTION slow(n integer) RETURNS integer LANGUAGE plpgsql IMMUTABLE AS
    $$ BEGIN PERFORM pg_sleep(current_setting('test.sleep', true)::numeric); RETURN n; END $$`);
  await query('CREATE TABLE numbers AS SELECT 1 AS n FROM generate_series(1, 2)');
  await expect(query('CREATE UNIQUE INDEX CONCURRENTLY numbers_ux ON numbers (slow(n))')).rejects.toThrow(
    'could not create unique index',
  );
  const copy = `${database.name}_copy`;
  const builder = new Client({ connectionString: Object.assign(new URL(database.url), { pathname: copy }).toString() });
  await query(`CREATE DATABASE ${copy} TEMPLATE ${database.name}`);
  try {
    await builder.connect();
    await builder.query(`SET test.sleep = 30`);
    const building = builder.query('REINDEX INDEX numbers_ux').catch((error: unknown) => error);
    await untilFound(`SELECT FROM pg_stat_progress_create_index WHERE index_relid = 'numbers_ux'::regclass`);
    await migrate(database.url);
    expect(await query(`SELECT to_regclass('numbers_ux') AS found`)).toEqual([{ found: null }]);
    await query(`SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE datname = '${copy}'`);
    await building;
  } finally {
    await builder.end();
    await query(`DROP DATABASE ${copy} WITH (FORCE)`);
  }
});

test('an index that another role is building is not dropped', async () => {
  const role = `migrator_${process.pid}`;
  await query(`CREATE ROLE ${role} LOGIN PASSWORD '${role}'; GRANT ${role} TO CURRENT_USER`);
  const holder = new Client({ connectionString: database.url });
  await holder.connect();
  try {
    await query(`DO $$ BEGIN EXECUTE format('ALTER DATABASE %I OWNER TO ${role}', current_database()); END $$`);
    await query(`CREATE TABLE numbers (n integer); ALTER TABLE numbers OWNER TO ${role}`);
    await holder.query('BEGIN; INSERT INTO numbers VALUES (1)');
    const building = query('CREATE INDEX CONCURRENTLY numbers_ix ON numbers (n)');
    await untilFound(`SELECT FROM pg_stat_progress_create_index WHERE index_relid = to_regclass('numbers_ix')`);
    const ownUrl = Object.assign(new URL(database.url), { username: role, password: role }).toString();
    const migrating = migrate(ownUrl);
    await untilFound(`SELECT WHERE to_regclass('schema_migrations') IS NOT NULL`);
    await holder.query('COMMIT');
    expect(await migrating).toEqual(ALL);
    await building;
    expect(await query(`SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('numbers_ix')`)).toEqual([
      { indisvalid: true },
    ]);
  } finally {
    await holder.end();
    await query(`REASSIGN OWNED BY ${role} TO CURRENT_USER`);
    await query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
  }
});

test('a waiting process does not block a concurrent index build of the process that migrates', async () => {
  const holder = new Client({ connectionString: database.url });
  await holder.connect();
  await holder.query(`SELECT pg_advisory_lock(${MIGRATION_LOCK})`);
  await holder.query('CREATE TABLE numbers (n integer)');
  const waiting = migrate(database.url);
  await untilFound(`SELECT FROM pg_stat_activity WHERE ${IS_WAITING}`);
  await holder.query('CREATE INDEX CONCURRENTLY numbers_ix ON numbers (n)');
  await holder.end();
  expect(await waiting).toEqual(ALL);
});

test('a new database gets no extension', async () => {
  await migrate(database.url);
  expect(await query('SELECT extname FROM pg_extension')).toEqual([{ extname: 'plpgsql' }]);
});

test('a database keeps the extensions of an earlier release', async () => {
  await query('CREATE EXTENSION pg_trgm; CREATE EXTENSION unaccent');
  await runMigrations(database.url, MIGRATIONS.slice(0, -1));
  expect(await migrate(database.url)).toEqual(ALL.slice(-1));
  expect(await query('SELECT extname FROM pg_extension ORDER BY extname')).toEqual(
    ['pg_trgm', 'plpgsql', 'unaccent'].map((extname) => ({ extname })),
  );
});

test('no column has an infinite time as its default, which PostgreSQL before 17 cannot subtract', async () => {
  await migrate(database.url);
  expect(
    await query(`SELECT adrelid::regclass AS relation, pg_get_expr(adbin, adrelid) AS given
                   FROM pg_attrdef WHERE pg_get_expr(adbin, adrelid) ILIKE '%infinity%'`),
  ).toEqual([]);
});

test.each([
  ['never counted', '-infinity', null],
  ['counted in 2020', '2020-02-02T00:00:00Z', new Date('2020-02-02T00:00:00Z')],
])('the migration `WordsNeverCounted` keeps the state of a lexicon that was %s', async (_, stored, expected) => {
  const before = MIGRATIONS.findIndex(({ name }) => name.startsWith('WordsNeverCounted'));
  await runMigrations(database.url, MIGRATIONS.slice(0, before));
  await runSql(database.url, 'UPDATE intelligence_lexicon_state SET refreshed_at = $1', [stored]);
  await runMigrations(database.url, MIGRATIONS.slice(0, before + 1));
  expect(await query('SELECT refreshed_at FROM intelligence_lexicon_state')).toEqual([{ refreshed_at: expected }]);
});

test('existing accounts of an external issuer are marked as accounts with a subject in lower case', async () => {
  const before = MIGRATIONS.slice(0, MIGRATIONS.indexOf(ExternalSubjects1763700000015));
  await runMigrations(database.url, before);
  await query(
    `INSERT INTO users (username, username_key, issuer, subject)
     VALUES ('local', 'local', NULL, NULL), ('external', 'external', 'https://issuer.test', gen_random_uuid()::text)`,
  );
  expect(await migrate(database.url)).toEqual(ALL.slice(before.length));
  expect(await query('SELECT username, subject_folded FROM users ORDER BY username')).toEqual([
    { username: 'external', subject_folded: true },
    { username: 'local', subject_folded: false },
  ]);
  await expect(
    query(`INSERT INTO users (username, username_key, issuer) VALUES ('half', 'half', 'https://issuer.test')`),
  ).rejects.toThrow('users_external_ck');
});

test('items of an earlier release are queued to be derived again', async () => {
  const before = MIGRATIONS.slice(0, MIGRATIONS.indexOf(DeriveAgain1763700000092));
  await runMigrations(database.url, before);
  await query(
    `INSERT INTO libraries (library_id, name, library_kind, revision) VALUES (gen_random_uuid(), 'Films', 'movies', 1)`,
  );
  await query(
    `INSERT INTO media_items (library_id, media_id, media_kind, content_hash, revision)
     SELECT library_id, gen_random_uuid(), 'movie', 'hash', 1 FROM libraries, generate_series(1, 3)`,
  );
  await migrate(database.url);
  expect(await query(`SELECT count(*)::integer AS queued FROM intelligence_dirty_keys WHERE NOT quarantined`)).toEqual([
    { queued: 3 },
  ]);
});

describe('stopping `migrate`', () => {
  const reason = new Error('stopped');
  const listConnections = (): Promise<Record<string, unknown>[]> =>
    query(`SELECT FROM pg_stat_activity WHERE application_name LIKE 'intelligence-migrate%'
            AND datname = current_database()`);

  test('ends the wait for another process', async () => {
    const holder = new Client({ connectionString: database.url });
    await holder.connect();
    await holder.query(`SELECT pg_advisory_lock(${MIGRATION_LOCK})`);
    const stop = new AbortController();
    const waiting = expect(migrate(database.url, stop.signal)).rejects.toBe(reason);
    await untilFound(`SELECT FROM pg_stat_activity WHERE ${IS_WAITING}`);
    stop.abort(reason);
    await waiting;
    await holder.end();
  });

  /** Stops `migrate` during the third migration. Expects that it ends at once, and that the next run continues. */
  async function expectStop(url: string): Promise<void> {
    // The third migration waits for this transaction: both create this table.
    const holder = new Client({ connectionString: database.url });
    await holder.connect();
    try {
      await holder.query('BEGIN; CREATE TABLE intelligence_artifacts ()');
      const stop = new AbortController();
      let outcome: unknown;
      void migrate(url, stop.signal).then(
        (names) => (outcome = names),
        (error: unknown) => (outcome = error),
      );
      await untilFound(`SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`);
      stop.abort(reason);
      expect(await eventually(() => outcome)).toBe(reason);
      await eventually(async () => (await listConnections()).length === 0);
    } finally {
      await holder.end();
    }
    expect(await query('SELECT name FROM schema_migrations ORDER BY id')).toEqual(
      ALL.slice(0, 2).map((name) => ({ name })),
    );
    expect(await migrate(url)).toEqual(ALL.slice(2));
  }

  test('rolls back the running migration, and the next run repeats it', () => expectStop(database.url));

  test('works if the URL has an application name', async () => {
    const url = new URL(database.url);
    url.searchParams.set('application_name', 'billing');
    await expectStop(url.toString());
  });

  test('works if the role cannot open another connection', async () => {
    const role = `limited_${process.pid}`;
    await query(`CREATE ROLE ${role} LOGIN PASSWORD '${role}' CONNECTION LIMIT 2; GRANT ${role} TO CURRENT_USER`);
    try {
      await query(`DO $$ BEGIN EXECUTE format('ALTER DATABASE %I OWNER TO ${role}', current_database()); END $$`);
      await expectStop(Object.assign(new URL(database.url), { username: role, password: role }).toString());
    } finally {
      await query(`REASSIGN OWNED BY ${role} TO CURRENT_USER`);
      await query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
    }
  });

  test.each([
    ['', ''],
    [', also if the user cannot open another connection', 'CONNECTION LIMIT 2'],
  ])('works if the URL sets a role that may not end connections of its user%s', async (_, limit) => {
    const [user, owner] = [`user_${database.name}`, `owner_${database.name}`];
    await query(`CREATE ROLE ${owner}; CREATE ROLE ${user} LOGIN PASSWORD '${user}' ${limit} IN ROLE ${owner}`);
    await query(`GRANT ${owner}, ${user} TO CURRENT_USER`);
    try {
      await query(`DO $$ BEGIN EXECUTE format('ALTER DATABASE %I OWNER TO ${owner}', current_database()); END $$`);
      const url = Object.assign(new URL(database.url), { username: user, password: user });
      url.searchParams.set('options', `-c role=${owner}`);
      await expectStop(url.toString());
    } finally {
      await query(`REASSIGN OWNED BY ${owner} TO CURRENT_USER`);
      await query(`DROP OWNED BY ${owner}; DROP ROLE ${user}, ${owner}`);
    }
  });
});

async function untilFound(text: string): Promise<void> {
  await eventually(async () => (await query(text)).length > 0);
}
