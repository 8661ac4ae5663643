import { randomUUID } from 'node:crypto';
import * as roles from '../../../src/cli/database/roles.command';
import { ensureDemoDatabase } from '../../../src/database/roles/demo-role';
import { requireNoMemberOfCurrentRole } from '../../../src/database/roles/role-rules';
import { changeRoles } from '../../../src/database/roles/role-changes';
import { USER_TABLES } from '../../../src/database/roles/row-policies';
import { setUpRoles } from '../../../src/database/roles/set-up-roles';
import { runCommand } from '../../support/app/command';
import { codeOf, dropDemo, dropRoles, makeRoleUrls, rolesOf } from '../../support/databases/role-database';
import { runSql, withConnection } from '../../support/databases/sql';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../../support/databases/test-database';
import { eventually } from '../../support/eventually';

const DENIED = '42501';
const FOREIGN_KEY = '23503';
const [ANNA, BERT] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];

describe('the command `roles`', () => {
  const environment = process.env;
  let database: TestDatabase;
  let urls: ReturnType<typeof makeRoleUrls>;

  const run = (...options: string[]): Promise<string> => runCommand([roles], ['roles', ...options]);

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

  it('can be repeated and prints the state of each role', async () => {
    const [writer, reader] = rolesOf(urls);
    const lines = (await run()).split('\n');
    expect(lines).toEqual([
      `Role ${writer}: kept.`,
      `Role ${reader}: kept.`,
      `Row-level security: enabled on ${USER_TABLES.length} tables.`,
      expect.stringMatching(/^Role test_demo_\w+: it owns the database test_demo_\w+, and can connect to no other/),
    ]);
  });

  it.each([
    ['another'],
    ['an\u00A0other\u200B\u3000'],
    ['an\u00ADo\u200Dther\uFEFF'],
    ['\uFB03\u2163\u0065\u0301'],
    // Characters that SASLprep prohibits, characters newer than Unicode 3.2, and both directions of writing.
    ['\u0080\uE000 \u{1F3AC}\uFE0F a\u05D0b'],
  ])('gives each role the password in its URL: %j', async (password) => {
    const { writer, reader, demo } = urls;
    const settings = { DATABASE_URL: writer, DATABASE_READ_URL: reader, DEMO_DATABASE_URL: demo };
    const codesOf = (list: readonly string[]): Promise<string[]> =>
      Promise.all(list.map((url) => codeOf(url, 'SELECT')));
    const changed = Object.entries(settings).map(([name, url]) => {
      const other = new URL(url);
      other.password = encodeURIComponent(password);
      return [name, other.toString()] as const;
    });
    Object.assign(process.env, Object.fromEntries(changed));
    await run();
    expect(await codesOf(changed.map(([, url]) => url))).toEqual(['allowed', 'allowed', 'allowed']);
    expect(await codesOf(Object.values(settings))).toEqual(['28P01', '28P01', '28P01']);
    Object.assign(process.env, settings);
    await run();
    expect(await codesOf(Object.values(settings))).toEqual(['allowed', 'allowed', 'allowed']);
  });

  it('refuses a password of which the driver removes all characters', async () => {
    const changed = new URL(urls.reader);
    changed.password = encodeURIComponent('\u00AD');
    process.env['DATABASE_READ_URL'] = changed.toString();
    await expect(run()).rejects.toThrow('The password in DATABASE_READ_URL must contain a visible character.');
    process.env['DATABASE_READ_URL'] = urls.reader;
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

  it('shows the reader only the rows of the user in intelligence.user_id, and no rows without a user', async () => {
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

  it.each([
    ['the writer', (): string => urls.writer],
    ['the owner of the tables', (): string => urls.migration],
  ])('lets %s read global rows and lock global artifacts for a user, but not change them', async (_role, url) => {
    const id = randomUUID();
    const nobody = '00000000-0000-0000-0000-000000000000';
    const key = `'${nobody}', '${nobody}', '${id}'`;
    await runSql(
      url(),
      `INSERT INTO intelligence_artifacts (partition_id, owner_key, artifact_id, kind, status, title, summary,
                                           content_hash, request_hash, search_keys)
       VALUES (${key}, 'analysis', 'active', 'Note', '', '', '', '{}');
       INSERT INTO intelligence_artifact_contents (partition_id, owner_key, artifact_id, content, content_bytes)
       VALUES (${key}, '{}', 2);
       INSERT INTO intelligence_artifact_sources (partition_id, owner_key, artifact_id, position, source_kind,
                                                  source_partition_id, source_id, source_hash, created_at)
       VALUES (${key}, 0, 'run', '${ANNA}', '${ANNA}', '', now());
       INSERT INTO intelligence_artifact_counts (partition_id, owner_key, slot, active_count)
       VALUES ('${id}', '${nobody}', 0, 1)`,
    );
    const tables = USER_TABLES.filter(({ hasGlobalRows }) => hasGlobalRows).map(({ table }) => table);
    expect(tables).toHaveLength(4);
    const where = `WHERE to_jsonb(stored)::text LIKE '%${id}%'`;
    const asAnna = (statement: string): Promise<unknown> =>
      withConnection(url(), async (client) => {
        await client.query(`BEGIN; SET LOCAL intelligence.user_id = '${ANNA}'`);
        const result = await client.query(statement).catch((error: { code?: string }) => error);
        await client.query('COMMIT');
        return 'rowCount' in result ? result.rowCount : result.code;
      });
    // An update finds an artifact, because a user may lock it. The policy refuses an update that keeps the row global,
    // and foreign keys refuse a new owner. Updates of other tables find no row.
    for (const table of tables.reverse()) {
      const isArtifact = table === 'intelligence_artifacts';
      const owner = isArtifact ? `owner_user_id = '${ANNA}', partition_id = '${ANNA}', ` : '';
      expect([
        table,
        await asAnna(`SELECT FROM ${table} AS stored ${where}`),
        await asAnna(`SELECT FROM ${table} AS stored ${where} FOR UPDATE`),
        await asAnna(`UPDATE ${table} AS stored SET owner_key = owner_key ${where}`),
        await asAnna(`UPDATE ${table} AS stored SET ${owner}owner_key = '${ANNA}' ${where}`),
        await asAnna(`DELETE FROM ${table} AS stored ${where}`),
      ]).toEqual([table, 1, ...(isArtifact ? [1, DENIED, FOREIGN_KEY] : [0, 0, 0]), 0]);
    }
    // The artifact comes last, because its deletion also deletes its contents and sources.
    for (const table of tables) {
      expect(await runSql(url(), `DELETE FROM ${table} AS stored ${where} RETURNING owner_key`)).toHaveLength(1);
    }
  });

  it('forces row-level security on every table with rows of users, except listed tables', async () => {
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
      // A cancellation that arrives before the statement has no effect.
      await eventually(async () => {
        const asleep = `SELECT FROM pg_stat_activity WHERE pid = $1 AND wait_event = 'PgSleep'`;
        return (await runSql(urls.writer, asleep, [pid])).length > 0;
      });
      await runSql(urls.writer, 'SELECT pg_cancel_backend($1)', [pid]);
      expect(await slow).toBe('57014');
    });
  });

  it('keeps the demo role out of the main database, and writer and reader out of the demo database', async () => {
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

  it('completes the database of the demo after a run that was killed', async () => {
    const role = new URL(urls.demo).username;
    const name = new URL(urls.demo).pathname.slice(1);
    await runSql(database.url, `GRANT ${role} TO CURRENT_USER`);
    await runSql(database.url, `GRANT CONNECT ON DATABASE ${name} TO PUBLIC`);
    await run();
    const other = new URL(urls.reader);
    other.pathname = `/${name}`;
    expect(await codeOf(other.toString(), 'SELECT')).toBe(DENIED);
    expect(await runSql(database.url, `SELECT pg_has_role('${role}', 'USAGE') AS member`)).toEqual([{ member: false }]);
  });

  it('refuses a database of another role for the demo', async () => {
    const other = await createEmptyDatabase();
    const url = new URL(urls.demo);
    url.pathname = `/${other.name}`;
    process.env['DEMO_DATABASE_URL'] = url.toString();
    try {
      await expect(run()).rejects.toThrow(`The database ${other.name} belongs to ${new URL(other.url).username}: name`);
    } finally {
      process.env['DEMO_DATABASE_URL'] = urls.demo;
      await other.drop();
    }
  });

  it('names CREATEDB in its error if its role may not create the database of the demo', async () => {
    const { demo, writer } = makeRoleUrls(database.url);
    const migrator = new URL(writer).username;
    await runSql(database.url, `CREATE ROLE ${migrator} LOGIN CREATEROLE PASSWORD 'secret'`);
    await runSql(database.url, `GRANT CONNECT ON DATABASE ${database.name} TO ${migrator}`);
    const url = new URL(database.url);
    [url.username, url.password] = [migrator, 'secret'];
    try {
      await withConnection(url.toString(), (client) =>
        expect(ensureDemoDatabase(client, demo)).rejects.toThrow(/needs CREATEDB \(/),
      );
      const members = await runSql(
        url.toString(),
        `SELECT pg_has_role('${new URL(demo).username}', 'USAGE') AS member`,
      );
      expect(members).toEqual([{ member: false }]);
    } finally {
      await runSql(url.toString(), `DROP ROLE ${new URL(demo).username}`);
      await runSql(database.url, `REVOKE CONNECT ON DATABASE ${database.name} FROM ${migrator}`);
      await runSql(database.url, `DROP ROLE ${migrator}`);
    }
  });

  it('fails with a clear message if it waits too long for another command that changes the roles', async () => {
    await withConnection(database.url, (client) =>
      changeRoles(client, () =>
        expect(run()).rejects.toThrow('Another command changes the roles: run this command again'),
      ),
    );
  });

  it('waits for all tables together for half a second at most', async () => {
    const settings = await withConnection(database.url, (client) =>
      changeRoles(client, async (runLocking) => {
        await runLocking('SELECT pg_sleep(0.6)');
        await runLocking('SELECT');
        return (await client.query<{ lock_timeout: string }>('SHOW lock_timeout')).rows;
      }),
    );
    expect(settings).toEqual([{ lock_timeout: '1ms' }]);
  });

  it('tries again to lock a busy table, even after a long wait for another command', async () => {
    const now = performance.now.bind(performance);
    let passedMs = 0;
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => now() + passedMs);
    const work = jest.fn<Promise<string>, []>().mockResolvedValue('changed');
    work.mockRejectedValueOnce(Object.assign(new Error('busy'), { code: '55P03' }));
    try {
      await withConnection(database.url, (client) =>
        withConnection(database.url, async (other) => {
          let change: Promise<string> | undefined;
          await changeRoles(other, () => {
            change = changeRoles(client, work);
            passedMs = 9_500;
            return Promise.resolve();
          });
          expect(await change).toBe('changed');
        }),
      );
    } finally {
      clock.mockRestore();
    }
    expect(work).toHaveBeenCalledTimes(2);
  });

  it('reports nothing that it has not committed', async () => {
    const lines: string[] = [];
    await runSql(database.url, 'ALTER TABLE intelligence_idempotency_keys RENAME TO other_keys');
    try {
      await expect(setUpRoles(urls, (line) => lines.push(line))).rejects.toThrow('intelligence_idempotency_keys');
    } finally {
      await runSql(database.url, 'ALTER TABLE other_keys RENAME TO intelligence_idempotency_keys');
    }
    expect(lines).toEqual([]);
  });

  it("lets TypeORM's command line change the schema", async () => {
    const { default: dataSource } = await import('../../../ormconfig');
    await dataSource.initialize();
    try {
      await dataSource.query('CREATE TABLE own (id integer); DROP TABLE own');
    } finally {
      await dataSource.destroy();
    }
  });

  it.each([
    ['DATABASE_READ_URL', 'the role of DATABASE_URL', (): string => urls.writer, /must name different roles/],
    ['DATABASE_URL', 'the role of DATABASE_MIGRATION_URL', (): string => urls.migration, /must name different roles/],
    [
      'DATABASE_READ_URL',
      'the role of DATABASE_URL as a parameter',
      (): string => `${urls.reader}?user=${new URL(urls.writer).username}`,
      /must name different roles/,
    ],
    [
      'DATABASE_URL',
      'the role that owns the view of artifact words',
      (): string => {
        const { username } = new URL(urls.reader);
        return Object.assign(new URL(urls.writer), { username: `${username}_words` }).toString();
      },
      /must not name the role \w+_words,/,
    ],
    [
      'DEMO_DATABASE_URL',
      'the database of the service',
      (): string => urls.demo.replace(/\/test_demo_\w+$/, new URL(urls.migration).pathname),
      /another/,
    ],
    ['DATABASE_READ_URL', 'no value', (): string => '', /^Set DATABASE_MIGRATION_URL/],
  ])('refuses %s with %s', async (name, _value, url, message) => {
    const before = process.env[name];
    process.env[name] = url();
    await expect(run()).rejects.toThrow(message);
    process.env[name] = before;
  });

  it.each([['DATABASE_URL'], ['DATABASE_READ_URL'], ['DEMO_DATABASE_URL']])(
    'refuses the owner of the tables in %s even if DATABASE_MIGRATION_URL has another role with its rights',
    async (name) => {
      const url = Object.assign(new URL(process.env[name] ?? ''), { username: `test_owner_${database.name.slice(5)}` });
      const owner = url.username;
      const before = process.env[name];
      try {
        await runSql(database.url, `CREATE ROLE ${owner}; GRANT ${owner} TO CURRENT_USER`);
        await runSql(database.url, `GRANT CREATE ON SCHEMA public TO ${owner}`);
        await runSql(database.url, `ALTER TABLE intelligence_artifacts OWNER TO ${owner}`);
        process.env[name] = url.toString();
        for (const options of [['--remove'], []]) {
          await expect(run(...options)).rejects.toThrow(
            `${name} must name another role than the owner of the tables, which is ${owner}.`,
          );
        }
      } finally {
        process.env[name] = before;
        await runSql(database.url, 'ALTER TABLE intelligence_artifacts OWNER TO CURRENT_USER');
        await runSql(database.url, `REVOKE CREATE ON SCHEMA public FROM ${owner}; DROP ROLE ${owner}`);
      }
    },
  );

  it.each([['DATABASE_URL'], ['DATABASE_READ_URL'], ['DEMO_DATABASE_URL']])(
    'refuses a direct or indirect member of the owner of the tables in %s, but can drop it with --remove',
    async (name) => {
      const owner = `test_owner_${database.name.slice(5)}`;
      const between = `test_between_${database.name.slice(5)}`;
      const role = new URL(process.env[name] ?? '').username;
      try {
        await runSql(database.url, `CREATE ROLE ${owner}; CREATE ROLE ${between} NOINHERIT IN ROLE ${owner}`);
        await runSql(database.url, `GRANT ${owner} TO CURRENT_USER; GRANT CREATE ON SCHEMA public TO ${owner}`);
        await runSql(database.url, `ALTER TABLE intelligence_artifacts OWNER TO ${owner}`);
        for (const granted of [owner, between]) {
          await runSql(database.url, `GRANT ${granted} TO ${role}`);
          await expect(run()).rejects.toThrow(
            `${name} must name a role that is no member of the owner of the tables, which is ${owner}.`,
          );
          await runSql(database.url, `REVOKE ${granted} FROM ${role}`);
        }
        await runSql(database.url, `GRANT ${owner} TO ${role}`);
        expect(await run('--remove')).toMatch('Dropped the roles');
      } finally {
        await runSql(database.url, `REASSIGN OWNED BY ${owner} TO CURRENT_USER; DROP OWNED BY ${owner}`);
        await runSql(database.url, `DROP ROLE ${between}, ${owner}`);
      }
      expect(await run()).toMatch('Row-level security: enabled');
    },
  );

  it('says which memberships in the role of DATABASE_MIGRATION_URL to revoke before --remove', async () => {
    const reader = new URL(urls.reader).username;
    const own = `test_own_${database.name.slice(5)}`;
    const between = `test_between_${database.name.slice(5)}`;
    try {
      await runSql(database.url, `CREATE ROLE ${own}; CREATE ROLE ${between} IN ROLE ${own}`);
      await runSql(database.url, `GRANT ${own} TO CURRENT_USER`);
      const check = (): Promise<void> =>
        withConnection(database.url, async (client) => {
          await client.query(`SET ROLE ${own}`);
          await requireNoMemberOfCurrentRole(client, rolesOf(urls));
        });
      for (const granted of [own, between]) {
        await runSql(database.url, `GRANT ${granted} TO ${reader}`);
        const message = await check().then(() => '', String);
        const [, remedy = ''] = message.split('Run as a superuser: ');
        expect(remedy).toMatch(`REVOKE ${granted} FROM ${reader}`);
        await runSql(database.url, remedy);
        await check();
      }
    } finally {
      await runSql(database.url, `DROP ROLE IF EXISTS ${between}, ${own}`);
    }
  });

  it('removes the roles and row-level security with --remove', async () => {
    const [writer, reader, words] = rolesOf(urls);
    expect(await run('--remove')).toMatch(`Dropped the roles ${reader}, ${words}, ${writer}.`);
    expect(await codeOf(urls.reader, 'SELECT')).toBe('28P01');
    expect(
      await runSql(database.url, 'SELECT relname FROM pg_class WHERE relrowsecurity OR relforcerowsecurity'),
    ).toEqual([]);
    await runSql(database.url, `REVOKE CONNECT ON DATABASE ${database.name} FROM PUBLIC`);
    expect(await run('--remove')).toBe('Row-level security: disabled.');
    const connectable = await runSql(
      database.url,
      `SELECT has_database_privilege('public', current_database(), 'CONNECT')`,
    );
    expect(connectable).toEqual([{ has_database_privilege: true }]);
    expect(await run()).toMatch(`Role ${writer}: created.`);
  });
});

/** Tables with rows of users but without row-level security, and the reasons. */
const WITHOUT_ROW_SECURITY: Readonly<Record<string, string>> = {
  api_keys: 'read to find out who the caller is',
  auth_sessions: 'read to find out who the caller is',
  intelligence_idempotency_keys: 'the reader may not read it at all',
  users: 'read to find out who the caller is',
};
