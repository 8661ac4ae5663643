import * as roles from '../../../src/cli/database/roles.command';
import { USER_TABLES } from '../../../src/database/roles/row-policies';
import { migrate } from '../../../src/database/schema/migrate';
import { runCommand } from '../../support/app/command';
import { dropDemo, dropRoles, makeRoleUrls, rolesOf } from '../../support/databases/role-database';
import { runSql, withConnection } from '../../support/databases/sql';
import { createTestDatabase, type TestDatabase } from '../../support/databases/test-database';

const DENIED = '42501';
const [ANNA, BERT] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];

describe('the command roles', () => {
  const environment = process.env;
  let database: TestDatabase;
  let urls: ReturnType<typeof makeRoleUrls>;

  const run = (...options: string[]): Promise<string> => runCommand([roles], ['roles', ...options]);
  const codeOf = (url: string, statement: string): Promise<string> =>
    runSql(url, statement).then(
      () => 'allowed',
      (error: { code?: string }) => error.code ?? 'unknown',
    );

  beforeAll(async () => {
    database = await createTestDatabase();
    urls = makeRoleUrls(database.url);
    process.env = {
      ...environment,
      DATABASE_URL: urls.writer,
      DATABASE_READ_URL: urls.reader,
      DATABASE_MIGRATION_URL: urls.migration,
      DEMO_DATABASE_URL: urls.demo,
    };
    await withConnection(database.url, async (client) => {
      await client.query(
        `INSERT INTO users (user_id, username, username_key, password_hash)
         VALUES ($1, 'anna', 'anna', 'secret'), ($2, 'bert', 'bert', 'secret')`,
        [ANNA, BERT],
      );
      await client.query(
        `INSERT INTO intelligence_runs (owner_user_id, run_id, purpose, status, queued_at, history_head)
         SELECT owner, owner, 'other', 'queued', now(), '' FROM unnest($1::uuid[]) AS owner`,
        [[ANNA, BERT]],
      );
    });
    await run();
  });
  afterAll(async () => {
    process.env = environment;
    await database.drop();
    const server = process.env['TEST_SERVER_URL'] ?? '';
    await dropDemo(server, urls.demo);
    await dropRoles(server, [...rolesOf(urls), new URL(urls.demo).username]);
  });

  it('can be repeated, and prints the state of each role', async () => {
    const [writer, reader] = rolesOf(urls);
    const lines = (await run()).split('\n');
    expect(lines).toEqual([
      `Role ${writer}: kept.`,
      `Role ${reader}: kept.`,
      `Row-level security: enabled on ${USER_TABLES.length} tables.`,
      expect.stringMatching(/^Role test_demo_\w+: it owns the database test_demo_\w+, and can connect to no other/),
    ]);
  });

  it('gives each role the password in its URL', async () => {
    const changed = new URL(urls.reader);
    changed.password = 'another';
    process.env['DATABASE_READ_URL'] = changed.toString();
    await run();
    expect(await codeOf(changed.toString(), 'SELECT')).toBe('allowed');
    expect(await codeOf(urls.reader, 'SELECT')).toBe('28P01');
    process.env['DATABASE_READ_URL'] = urls.reader;
    await run();
    expect(await codeOf(urls.reader, 'SELECT')).toBe('allowed');
  });

  it.each([
    ['SELECT password_hash FROM users'],
    ['SELECT token_hash FROM auth_sessions'],
    ['SELECT content FROM intelligence_artifact_contents'],
    ['SELECT arguments FROM intelligence_tool_calls'],
    ['SELECT result FROM intelligence_tool_calls'],
    ['SELECT answer FROM intelligence_idempotency_keys'],
    ['UPDATE users SET disabled = true'],
    ['DELETE FROM intelligence_runs'],
    ['INSERT INTO libraries DEFAULT VALUES'],
    ['CREATE TABLE own (id integer)'],
    ['CREATE TEMP TABLE own (id integer)'],
    ['ALTER TABLE intelligence_runs DISABLE ROW LEVEL SECURITY'],
    ['SELECT intelligence_analyze(ARRAY[]::text[])'],
  ])('denies the reader the statement: %s', async (statement) => {
    expect(await codeOf(urls.reader, statement)).toBe(DENIED);
  });

  it.each([
    ['UPDATE intelligence_run_history SET record = record'],
    ['DELETE FROM intelligence_run_history'],
    ['UPDATE admin_audit_log SET target_name = target_name'],
    ['DELETE FROM admin_audit_log'],
    ['DELETE FROM schema_migrations'],
    ['TRUNCATE intelligence_runs'],
    ['ALTER TABLE intelligence_runs DISABLE ROW LEVEL SECURITY'],
    ['DROP POLICY intelligence_reader ON intelligence_runs'],
    ['CREATE TABLE own (id integer)'],
  ])('denies the writer the statement: %s', async (statement) => {
    expect(await codeOf(urls.writer, statement)).toBe(DENIED);
  });

  it('shows the reader only the rows of the user in intelligence.user_id, and none if it is not set', async () => {
    const visibleRuns = (setting: string): Promise<string[]> =>
      withConnection(urls.reader, async (client) => {
        await client.query(`BEGIN; SET LOCAL intelligence.user_id = '${setting}'`);
        const { rows } = await client.query<{ run_id: string }>('SELECT run_id FROM intelligence_runs ORDER BY run_id');
        return rows.map(({ run_id }) => run_id);
      });
    expect([await visibleRuns(ANNA), await visibleRuns(BERT), await visibleRuns('')]).toEqual([[ANNA], [BERT], []]);
    expect(await runSql(urls.reader, 'SELECT FROM intelligence_runs')).toEqual([]);
  });

  it.each([
    ['the writer', (): string => urls.writer],
    ['the owner of the tables', (): string => urls.migration],
  ])('limits %s to the rows of the user in intelligence.user_id, if it is set', async (_role, url) => {
    const runs = await withConnection(url(), async (client) => {
      const all = await client.query('SELECT FROM intelligence_runs');
      await client.query(`BEGIN; SET LOCAL intelligence.user_id = '${ANNA}'`);
      const visible = await client.query('SELECT FROM intelligence_runs');
      const changed = await client.query('UPDATE intelligence_runs SET revision = revision');
      return [all.rowCount, visible.rowCount, changed.rowCount];
    });
    expect(runs).toEqual([2, 1, 1]);
    const move = `BEGIN; SET LOCAL intelligence.user_id = '${ANNA}'; UPDATE intelligence_runs SET owner_user_id = '${BERT}'`;
    expect(await codeOf(url(), move)).toBe(DENIED);
  });

  it('forces row-level security on every table with rows of users, except tables listed with a reason', async () => {
    const rows = await runSql<{ name: string }>(
      database.url,
      `SELECT DISTINCT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
        WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND NOT a.attisdropped
          AND a.attname IN ('user_id', 'owner_user_id', 'owner_key')
          AND NOT (c.relrowsecurity AND c.relforcerowsecurity) ORDER BY 1`,
    );
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(WITHOUT_ROW_SECURITY));
  });

  it('lets the reader use the search index of artifacts through a view, but not through the table', async () => {
    await withConnection(database.url, async (client) => {
      await client.query(
        `INSERT INTO intelligence_artifacts (partition_id, owner_key, artifact_id, kind, status, title, summary,
                                             content_hash, request_hash, search_keys)
         SELECT nobody, nobody, gen_random_uuid(), 'analysis', 'active', 'Note', '', '', '', ARRAY[number]
           FROM uuid('00000000-0000-0000-0000-000000000000') AS nobody, generate_series(1, 3000) AS number`,
      );
      await client.query('ANALYZE intelligence_artifacts');
    });
    const planOf = (relation: string): Promise<string> =>
      withConnection(urls.reader, async (client) => {
        await client.query(`BEGIN; SET LOCAL enable_seqscan = off; SET LOCAL intelligence.user_id = '${ANNA}'`);
        const { rows } = await client.query<{ 'QUERY PLAN': string }>(
          `EXPLAIN SELECT artifact_id FROM ${relation} WHERE search_keys @> '{5}'`,
        );
        return rows.map((row) => row['QUERY PLAN']).join('\n');
      });
    expect(await planOf('intelligence_artifact_words')).toMatch('intelligence_artifacts_search_ix');
    const ofTable = await planOf("(SELECT * FROM intelligence_artifacts WHERE status = 'active') AS a");
    expect(ofTable).not.toMatch('intelligence_artifacts_search_ix');
  });

  it('lets the writer cancel the statements of the reader', async () => {
    await withConnection(urls.reader, async (reading) => {
      const pid = (await reading.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid;
      const slow = reading.query('SELECT pg_sleep(60)').catch((error: { code?: string }) => error.code);
      await runSql(urls.writer, 'SELECT pg_cancel_backend($1)', [pid]);
      expect(await slow).toBe('57014');
    });
  });

  it('lets the role of the demo connect only to its database, and other roles not to this database', async () => {
    expect(await codeOf(urls.demo, 'CREATE TABLE own (id integer)')).toBe('allowed');
    const main = new URL(urls.demo);
    main.pathname = new URL(urls.migration).pathname;
    expect(await codeOf(main.toString(), 'SELECT')).toBe(DENIED);
    for (const url of [urls.writer, urls.reader]) {
      const other = new URL(url);
      other.pathname = new URL(urls.demo).pathname;
      expect(await codeOf(other.toString(), 'SELECT')).toBe(DENIED);
    }
  });

  it.each([
    ['DATABASE_READ_URL', (): string => urls.writer, /must name different roles/],
    ['DATABASE_URL', (): string => urls.migration, /must name different roles/],
    [
      'DEMO_DATABASE_URL',
      (): string => urls.demo.replace(/\/test_demo_\w+$/, new URL(urls.migration).pathname),
      /another/,
    ],
    ['DATABASE_READ_URL', (): string => '', /^Set DATABASE_MIGRATION_URL/],
  ])('refuses an invalid %s', async (name, url, message) => {
    const before = process.env[name];
    process.env[name] = url();
    await expect(run()).rejects.toThrow(message);
    process.env[name] = before;
  });

  describe('after a migration', () => {
    /** A migration that can be repeated. */
    const REPEATED = 'RangesInSortIndexes1763700001110';

    beforeEach(() => runSql(database.url, 'DELETE FROM schema_migrations WHERE name = $1', [REPEATED]));

    it('the roles have their rights on new tables, without the command', async () => {
      const [, reader] = rolesOf(urls);
      await withConnection(database.url, async (client) => {
        await client.query('CREATE TABLE added (id serial)');
        await client.query(`GRANT SELECT ON users TO ${reader}`);
        await client.query('DROP POLICY intelligence_reader ON watch_states');
        await client.query('ALTER TABLE watch_states DISABLE ROW LEVEL SECURITY, NO FORCE ROW LEVEL SECURITY');
      });
      expect(await codeOf(urls.writer, 'INSERT INTO added DEFAULT VALUES')).toBe(DENIED);
      expect(await migrate(urls.migration)).toEqual([REPEATED]);
      expect(await codeOf(urls.writer, 'INSERT INTO added DEFAULT VALUES')).toBe('allowed');
      expect(await codeOf(urls.reader, 'SELECT id FROM added')).toBe('allowed');
      expect(await codeOf(urls.reader, 'SELECT password_hash FROM users')).toBe(DENIED);
      const policies = await runSql(
        database.url,
        `SELECT count(*)::int AS policies, bool_and(relrowsecurity AND relforcerowsecurity) AS limited
             FROM pg_policies JOIN pg_class ON oid = tablename::regclass WHERE tablename = 'watch_states'`,
      );
      expect(policies).toEqual([{ policies: 2, limited: true }]);
    });

    it('that leaves the roles without their rights, the error names the command to run', async () => {
      const rename = (from: string, to: string): Promise<unknown> =>
        runSql(database.url, `ALTER TABLE ${from} RENAME TO ${to}`);
      await rename('intelligence_idempotency_keys', 'other_keys');
      try {
        await expect(migrate(urls.migration)).rejects.toThrow(
          /is migrated, but the roles .* Run `npm run cli -- roles`/,
        );
      } finally {
        await rename('other_keys', 'intelligence_idempotency_keys');
      }
    });

    it('of a database without roles, no roles are set up', async () => {
      const plain = await createTestDatabase();
      try {
        await runSql(plain.url, 'DELETE FROM schema_migrations WHERE name = $1', [REPEATED]);
        expect(await migrate(plain.url)).toEqual([REPEATED]);
        expect(await runSql(plain.url, 'SELECT FROM pg_policies')).toEqual([]);
      } finally {
        await plain.drop();
      }
    });
  });

  it('removes the roles and row-level security', async () => {
    const [writer, reader, words] = rolesOf(urls);
    expect(await run('--remove')).toMatch(`Dropped the roles ${reader}, ${words}, ${writer}.`);
    expect(await codeOf(urls.reader, 'SELECT')).toBe('28P01');
    expect(
      await runSql(database.url, 'SELECT relname FROM pg_class WHERE relrowsecurity OR relforcerowsecurity'),
    ).toEqual([]);
    expect(await run('--remove')).toBe('Row-level security: disabled.');
    expect(await run()).toMatch(`Role ${writer}: created.`);
  });
});

/** Tables with rows of users, and why row-level security does not hide them. */
const WITHOUT_ROW_SECURITY: Readonly<Record<string, string>> = {
  api_keys: 'read to find out who the caller is',
  auth_sessions: 'read to find out who the caller is',
  intelligence_idempotency_keys: 'the reader may not read it at all',
  users: 'read to find out who the caller is',
};
