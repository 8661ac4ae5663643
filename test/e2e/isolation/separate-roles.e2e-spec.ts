/** Commands and the demo with separate roles of the database and row-level security. */
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as audit from '../../../src/cli/accounts/audit.command';
import * as users from '../../../src/cli/accounts/users.command';
import * as importCommand from '../../../src/cli/catalog/import.command';
import * as reconcile from '../../../src/cli/database/reconcile.command';
import * as refresh from '../../../src/cli/database/refresh.command';
import { setUpRoles } from '../../../src/database/roles/set-up-roles';
import { createUser, type TestUser } from '../../support/accounts/accounts';
import { importCatalog, library, mediaIdOf, movie, uuidOf } from '../../support/catalog/catalog';
import { client } from '../../support/requests/client';
import { runCommand } from '../../support/app/command';
import { createDemoFixture, type DemoFixture } from '../../support/demo/demo-app';
import { GENEROUS_TIMEOUTS } from '../../support/app/test-environment';
import {
  createRoleDatabase,
  dropDemo,
  dropRoles,
  makeRoleUrls,
  type RoleDatabase,
  rolesOf,
} from '../../support/databases/role-database';
import { runSql } from '../../support/databases/sql';
import { createTestApp, type TestApp } from '../../support/app/test-app';

/** A trigger that records, in the table `logins`, which database role created each account. */
const NOTE_LOGINS = `
  CREATE TABLE logins (role text);
  CREATE FUNCTION note_login() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS
    'BEGIN INSERT INTO logins VALUES (session_user); RETURN NEW; END';
  CREATE TRIGGER note_login AFTER INSERT ON users FOR EACH ROW EXECUTE FUNCTION note_login()`;

describe('commands with separate roles', () => {
  const environment = process.env;
  const auditKey = randomBytes(48).toString('base64');
  let database: RoleDatabase;
  let app: TestApp;
  let owners: TestUser[];

  beforeAll(async () => {
    database = await createRoleDatabase();
    app = await createTestApp({ databaseUrl: () => database.url, env: database.env, workers: false });
    const admin = await createUser(app, { role: 'admin' });
    owners = [admin, await createUser(app)];
    await importCatalog(app, admin, [library('Films'), movie('Films', 'One'), movie('Films', 'Two')]);
    for (const owner of owners) await makeRecords(owner);
  });
  beforeEach(() => {
    process.env = {
      ...environment,
      ...GENEROUS_TIMEOUTS,
      ...database.env,
      JWT_SECRET: app.config.auth.jwtSecret,
      LOG_LEVEL: 'silent',
    };
    process.exitCode = 0;
  });
  afterEach(() => {
    process.env = environment;
    process.exitCode = 0;
  });
  afterAll(async () => {
    await app.close();
    await database.drop();
  });

  /** Creates a run with one tool call, and also an artifact and a watch state. */
  async function makeRecords(owner: TestUser): Promise<void> {
    const api = client(app).as(owner);
    const id = randomUUID();
    const media = mediaIdOf('movie', 'One');
    await api.put(`/intelligence/runs/${id}`, { purpose: 'other', status: 'running' }, { expect: 201 });
    await api.put(`/intelligence/runs/${id}/tool-calls/1`, { name: 'search', kind: 'search' }, { expect: 201 });
    await api.put(`/watch-states/${media}`, { position_seconds: 1, duration_seconds: 2 }, { expect: 200 });
    const artifact = { kind: 'summary', scope: 'user', title: 'Note', content: {}, media_id: media };
    await api.put(`/intelligence/artifacts/${randomUUID()}`, artifact, { expect: 201 });
  }

  /** Runs a command. Returns its JSON output and its exit code. */
  async function run(...args: string[]): Promise<[printed: unknown, exitCode: unknown]> {
    const printed = await runCommand([audit, importCommand, reconcile, refresh, users], args);
    return [JSON.parse(printed), process.exitCode];
  }

  test('connect as the writer', async () => {
    const { migration, writer } = database.urls;
    await runSql(migration, NOTE_LOGINS);
    try {
      await runCommand([users], ['users', 'create', '--username', randomUUID(), '--service']);
      expect(await runSql(migration, 'SELECT role FROM logins')).toEqual([{ role: new URL(writer).username }]);
    } finally {
      await runSql(migration, 'DROP FUNCTION note_login CASCADE; DROP TABLE logins');
    }
  });

  test('audit verify checks the runs of all users, and the audit log', async () => {
    expect(await run('audit', 'verify')).toMatchObject([
      { keyed: false, runs: { runs: owners.length, failed: 0 }, audit_log: { failure: null } },
      0,
    ]);
  });

  test('audit verify finds a run that was changed', async () => {
    const changeLength = 'UPDATE intelligence_runs SET history_length = history_length + $2 WHERE owner_user_id = $1';
    const owner = owners[1]?.userId;
    await runSql(database.urls.migration, changeLength, [owner, 1]);
    expect(await run('audit', 'verify')).toMatchObject([{ runs: { failed: 1 } }, 2]);
    await runSql(database.urls.migration, changeLength, [owner, -1]);
  });

  test('audit sign signs the runs of all users, and the audit log', async () => {
    process.env['AUDIT_KEY'] = auditKey;
    expect(await run('audit', 'sign', '--unsigned')).toMatchObject([
      { runs: { failed: 0 }, audit_log: { signed: true } },
      0,
    ]);
    const [unsigned] = await runSql<{ count: number }>(
      database.urls.migration,
      'SELECT count(*)::int AS count FROM intelligence_runs WHERE history_keyed_hash IS NULL',
    );
    expect(unsigned).toEqual({ count: 0 });
    expect(await run('audit', 'verify')).toMatchObject([{ keyed: true, runs: { failed: 0 } }, 0]);
  });

  test('reconcile finds and repairs differences, including counts of artifacts of users', async () => {
    await runSql(database.urls.migration, 'DELETE FROM intelligence_search_documents WHERE media_id = $1', [
      uuidOf('movie/One'),
    ]);
    await runSql(database.urls.migration, 'UPDATE intelligence_artifact_counts SET active_count = active_count + 1');
    const [differences, exitCode] = await run('reconcile', '--check');
    expect([differences, exitCode]).toEqual([expect.objectContaining({ missing: 1 }), 2]);
    expect((differences as { total: number }).total).toBeGreaterThan(1);
    process.exitCode = 0;
    expect(await run('reconcile')).toEqual([differences, 0]);
    expect(await run('reconcile', '--check')).toMatchObject([{ total: 0 }, 0]);
  });

  test('refresh derives every row again', async () => {
    const [items] = await runSql(database.urls.migration, 'SELECT count(*)::int AS queued FROM media_items');
    expect(await run('refresh')).toMatchObject([{ ...items, waiting: 0, quarantined: 0 }, 0]);
  });

  test('import stores records, and leaves no difference for reconcile', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'separate-roles-'));
    const file = join(directory, 'catalog.ndjson');
    const records = [library('Films'), movie('Films', 'One', { overview: randomUUID() }), movie('Films', randomUUID())];
    writeFileSync(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    try {
      expect(await run('import', file)).toMatchObject([{ accepted: 2, unchanged: 1, rejected: 0 }, 0]);
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
    expect(await run('reconcile', '--check')).toMatchObject([{ total: 0 }, 0]);
  });
});

describe('the demo with separate roles', () => {
  let fixture: DemoFixture;
  let urls: ReturnType<typeof makeRoleUrls>;

  beforeAll(async () => {
    fixture = await createDemoFixture();
    urls = makeRoleUrls(fixture.main.url);
    await setUpRoles(urls, () => undefined);
  });
  afterAll(async () => {
    const server = process.env['TEST_SERVER_URL'] ?? '';
    await dropDemo(server, urls.demo);
    await fixture.close();
    await dropRoles(server, [...rolesOf(urls), decodeURIComponent(new URL(urls.demo).username)]);
  });

  const start = (): ReturnType<DemoFixture['start']> =>
    fixture.start({ DATABASE_URL: urls.writer, DATABASE_READ_URL: urls.reader, DEMO_DATABASE_URL: urls.demo });

  /** Returns the databases in which a role has connections. */
  const databasesOf = async (url: string): Promise<string[]> => {
    const rows = await runSql<{ name: string }>(
      fixture.main.url,
      'SELECT DISTINCT datname::text AS name FROM pg_stat_activity WHERE usename = $1',
      [decodeURIComponent(new URL(url).username)],
    );
    return rows.map(({ name }) => name);
  };

  test('is prepared, changed and served only in its own database, and continues after a restart', async () => {
    const name = new URL(urls.demo).pathname.slice(1);
    let demo = await start();
    try {
      expect(await demo.settle()).toMatchObject({ state: 'ready', database: name });
      expect(await databasesOf(urls.demo)).toEqual([name]);
      expect([await databasesOf(urls.writer), await databasesOf(urls.reader)]).toEqual([[], []]);
      const wait = { prefer: 'wait=60' };
      const { body: grown } = await demo.send('POST', '/admin/demo/resize', { movie_count: 15 }, wait);
      expect(grown.libraries.map((each) => each.primary_item_count)).toEqual([15, 3]);
      const { body: searchAnswer } = await demo.send('POST', '/intelligence/candidates:search', { query: 'the' });
      const id = searchAnswer.candidates[0]?.media.media_id ?? '';
      const run = await demo.send('PUT', `/intelligence/runs/${randomUUID()}`, { purpose: 'other' });
      const context = await demo.send('POST', `/intelligence/items/${id}/context`, {});
      expect([run.status, context.status]).toEqual([201, 200]);
      const { body: reset } = await demo.send('POST', '/admin/demo/reset', undefined, wait);
      expect(reset.libraries.map((each) => each.primary_item_count)).toEqual([12, 3]);
      await demo.close();
      demo = await start();
      expect(await demo.settle()).toMatchObject({ state: 'ready', database: name });
    } finally {
      await demo.close();
    }
  });
});
