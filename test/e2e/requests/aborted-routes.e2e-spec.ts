/**
 * For each route that is not exempt: if the client disconnects, the statement is cancelled, and the next request of the
 * user is admitted.
 */
import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { Client } from 'pg';
import { OPERATIONS, type Operation } from '../../hostile/operations';
import { createUser, type TestUser } from '../../support/accounts/accounts';
import { importCatalog, library, mediaIdOf, movie, uuidOf } from '../../support/catalog/catalog';
import { client } from '../../support/requests/client';
import { callMessage, MCP_HEADERS } from '../../support/requests/mcp';
import { eventually } from '../../support/eventually';
import { createTestApp, type TestApp } from '../../support/app/test-app';

const READS_NOTHING = 'reads no table';
const ACCOUNTS = 'uses only tables that authentication also reads; this test cannot lock them';

/** Routes to which this test sends no request, each with the reason. */
const EXEMPT: Readonly<Record<string, string>> = {
  'GET /health/live': READS_NOTHING,
  'GET /health/ready': 'has a separate time limit',
  'GET /.well-known/oauth-protected-resource/mcp': READS_NOTHING,
  'GET /api/v1/intelligence/tools': READS_NOTHING,
  'GET /api/v1/admin/users': ACCOUNTS,
  'GET /api/v1/admin/users/{user_id}': ACCOUNTS,
  'DELETE /api/v1/admin/users/{user_id}': ACCOUNTS,
  'GET /api/v1/admin/users/{user_id}/keys': ACCOUNTS,
  'POST /api/v1/admin/users/{user_id}/keys': ACCOUNTS,
  'DELETE /api/v1/admin/users/{user_id}/keys/{key_id}': ACCOUNTS,
  'POST /api/v1/admin/users/{user_id}/keys/{key_id}:rotate': ACCOUNTS,
  'POST /api/v1/auth/exchange': ACCOUNTS,
  'POST /api/v1/auth/login': ACCOUNTS,
  'POST /api/v1/auth/logout': ACCOUNTS,
  'GET /api/v1/auth/me': ACCOUNTS,
  'POST /api/v1/auth/refresh': ACCOUNTS,
};
const SENT = OPERATIONS.filter(({ name }) => EXEMPT[name] === undefined);

const PATH_VALUES: Readonly<Record<string, string>> = {
  media_id: mediaIdOf('movie', 'Film'),
  artifact_id: randomUUID(),
  run_id: randomUUID(),
  library_id: uuidOf('Films'),
  sequence: '1',
};

let app: TestApp;
let admin: TestUser;
let locks: Client;
/** A second connection, because `pg_stat_activity` does not change within the transaction of `locks`. */
let observer: Client;

beforeAll(async () => {
  // If a request keeps its only share, no later request is admitted.
  app = await createTestApp({ workers: false, env: { CONCURRENCY_PER_USER: '1' } });
  admin = await createUser(app, { role: 'admin' });
  await importCatalog(app, admin, [library('Films'), movie('Films', 'Film')]);
  [locks, observer] = [new Client(app.database.url), new Client(app.database.url)];
  await Promise.all([locks.connect(), observer.connect()]);
});
afterAll(async () => {
  await Promise.all([locks.end(), observer.end()]);
  await app.close();
});

/** Locks all tables except the tables that authentication reads. */
async function lockTables(): Promise<void> {
  const { rows } = await observer.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'
      AND tablename NOT IN ('users', 'auth_sessions', 'api_keys', 'schema_migrations', 'rate_limit_counters')`,
  );
  await locks.query(`BEGIN; LOCK TABLE ${rows.map(({ name }) => name).join(', ')} IN ACCESS EXCLUSIVE MODE`);
}

/** Counts the statements of the service that wait for a lock. */
async function countWaiting(): Promise<number> {
  const { rows } = await observer.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND application_name LIKE 'intelligence%'`,
  );
  return rows[0]?.count ?? 0;
}

const isImport = (path: string): boolean => path.endsWith('/catalog/import');

function typeOf(path: string): string {
  return isImport(path) ? 'application/x-ndjson' : 'application/json';
}

function bodyOf(path: string, body: unknown): string | undefined {
  if (isImport(path)) return `${JSON.stringify(movie('Films', 'Another film'))}\n`;
  const json = path === '/mcp' ? callMessage('library_overview') : body;
  return json === null ? undefined : JSON.stringify(json);
}

function send({ method, path, body }: Operation): { abort: () => void; status: Promise<number> } {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => PATH_VALUES[name] ?? admin.userId);
  const outgoing = request({
    port: app.port,
    host: '127.0.0.1',
    method,
    path: filled,
    headers: { ...MCP_HEADERS, authorization: `Bearer ${admin.token}`, 'content-type': typeOf(path) },
  });
  const status = new Promise<number>((settle) => {
    outgoing.on('response', (response) => settle(response.resume().statusCode ?? 0));
    outgoing.on('error', () => settle(0));
  });
  outgoing.end(bodyOf(path, body));
  return { abort: () => void outgoing.destroy(), status };
}

test('the list of exempt routes names only existing routes', () => {
  const names = OPERATIONS.map(({ name }) => name);
  expect(Object.keys(EXEMPT).filter((name) => !names.includes(name))).toEqual([]);
});

test.each(SENT.map((operation) => [operation.name, operation] as const))(
  'when the client disconnects, the statement is cancelled and the next request is admitted: %s',
  async (_, operation) => {
    await lockTables();
    try {
      const { abort, status } = send(operation);
      const first = await Promise.race([status, eventually(async () => (await countWaiting()) > 0 && 'waits')]);
      // A status would mean that the request ended before its statement waited for a lock.
      expect(first).toBe('waits');
      abort();
      await eventually(async () => (await countWaiting()) === 0);
    } finally {
      await locks.query('ROLLBACK');
    }
    await client(app).as(admin).post('/intelligence/facets', {}, { expect: 200 });
  },
);
