import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { Lifecycle } from '../../../src/common/processes/lifecycle';
import { findFreePort } from '../../support/network/free-port';
import { LEXICON_LOCK } from '../../../src/search/lexicon/lexicon-lock';
import { createUser } from '../../support/accounts/accounts';
import { importCatalog, library, movie } from '../../support/catalog/catalog';
import { type ApiResponse, client } from '../../support/requests/client';
import { eventually } from '../../support/eventually';
import { createRoleDatabase } from '../../support/databases/role-database';
import { createTestApp, type TestApp } from '../../support/app/test-app';
import { createEmptyDatabase } from '../../support/databases/test-database';

const LIBRARY = '8f14e45f-ceea-467f-a9c4-5f1d5c6f1b2a';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp({ env: { METRICS_PORT: String(await findFreePort()) } });
});
afterAll(() => app.close());

async function metrics(): Promise<Map<string, number>> {
  const { port } = app.config.metrics;
  const response = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ]);
  const lines = (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]));
}

test('/health/live and /health/ready answer without a token', async () => {
  expect((await client(app).get('/health/live', { expect: 200 })).body).toEqual({ status: 'live' });
  const answer = await poll(ready, ({ body }) => checksOf(body).read_model.older_rows !== null);
  expect(answer.body).toEqual({
    status: 'ready',
    checks: {
      database: { status: 'up', separate_roles: false, row_security: false, warning: expect.stringMatching(/roles/) },
      migrations: { status: 'up', pending: 0 },
      read_model: { status: 'up', lag_seconds: 0, older_rows: 0 },
      background_loops: { status: 'up', failing: [] },
    },
  });
});

test('/health/ready shows no warning for a database with separate roles and row-level security', async () => {
  const database = await createRoleDatabase();
  const roleApp = await createTestApp({ databaseUrl: () => database.url, env: database.env });
  try {
    const { body } = await client(roleApp).get('/health/ready', { expect: 200 });
    expect(checksOf(body).database).toEqual({
      status: 'up',
      separate_roles: true,
      row_security: true,
      warning: null,
    });
  } finally {
    await roleApp.close();
    await database.drop();
  }
});

test('the lag of the read model is the age of the oldest queued item and does not affect readiness', async () => {
  const database = app.app.get(DataSource);
  await database.query('DELETE FROM intelligence_dirty_keys');
  await database.query(
    `INSERT INTO libraries (library_id, name, library_kind) VALUES ($1, 'Films', 'movies') ON CONFLICT DO NOTHING`,
    [LIBRARY],
  );
  await database.query(
    `INSERT INTO intelligence_dirty_keys (library_id, media_id, reason, enqueued_at, not_before)
     SELECT $1, gen_random_uuid(), 'test', now() - n * interval '10 seconds', now() + interval '1 hour'
       FROM generate_series(1, 9) AS n`,
    [LIBRARY],
  );
  const answer = await poll(ready, ({ body }) => checksOf(body).read_model.lag_seconds > 80);
  expect(checksOf(answer.body).read_model.lag_seconds).toBeLessThan(1_000);
  expect(answer.status).toBe(200);
  await database.query('DELETE FROM intelligence_dirty_keys');
});

test('the service is not ready while migrations are pending', async () => {
  const database = app.app.get(DataSource);
  const [last] = await database.query(
    'DELETE FROM schema_migrations WHERE id = (SELECT max(id) FROM schema_migrations) RETURNING *',
  );
  try {
    const answer = await poll(ready, ({ status }) => status === 503);
    expect(checksOf(answer.body).migrations).toEqual({ status: 'down', pending: 1 });
  } finally {
    const { timestamp, name } = last[0];
    await database.query('INSERT INTO schema_migrations (timestamp, name) VALUES ($1, $2)', [timestamp, name]);
  }
  await poll(ready, ({ status }) => status === 200);
});

test('the service is live but not ready if the database has no tables or does not respond', async () => {
  const empty = await createEmptyDatabase();
  const testedApp = await createTestApp({ databaseUrl: () => empty.url });
  try {
    const bare = await client(testedApp).get('/health/ready');
    expect([bare.status, checksOf(bare.body)]).toEqual([
      503,
      {
        database: { status: 'up', separate_roles: null, row_security: null, warning: null },
        migrations: { status: 'down', pending: expect.any(Number) },
        read_model: { status: 'down', lag_seconds: null, older_rows: null },
        background_loops: { status: expect.any(String), failing: expect.any(Array) },
      },
    ]);
    await empty.drop();
    const gone = await poll(
      () => client(testedApp).get('/health/ready'),
      ({ body }) => checksOf(body).database.status === 'down',
    );
    expect([gone.status, gone.headers.get('retry-after')]).toEqual([503, '1']);
    await client(testedApp).get('/health/live', { expect: 200 });
  } finally {
    await testedApp.close();
  }
});

test('/health/ready answers 503 as soon as the stop begins', async () => {
  const testedApp = await createTestApp();
  try {
    await client(testedApp).get('/health/ready', { expect: 200 });
    testedApp.app.get(Lifecycle).beginStop();
    expect((await client(testedApp).get('/health/ready')).status).toBe(503);
  } finally {
    await testedApp.close();
  }
});

test('requests are counted by route pattern and status', async () => {
  const admin = await createUser(app, { role: 'admin' });
  const api = client(app).as(admin);
  const expected = new Map([
    [requestCount('GET', '/api/v1/admin/users/:user_id', 404), 20],
    [requestCount('GET', 'none', 404), 20],
    [requestCount('GET', '/api/v1/auth/me', 401), 3],
  ]);
  const before = await metrics();
  for (let index = 0; index < 20; index += 1) await api.get(`/admin/users/${LIBRARY.slice(0, -2)}${index + 10}`);
  for (let index = 0; index < 20; index += 1) await fetch(`${app.url}/made/up/${index}`);
  for (let index = 0; index < 3; index += 1) await client(app).get('/auth/me');
  const after = await poll(metrics, (values) =>
    [...expected].every(([name, requests]) => (values.get(name) ?? 0) - (before.get(name) ?? 0) === requests),
  );
  expect([...after.keys()].filter((name) => name.includes('made'))).toEqual([]);
});

test('metrics describe the pools, the read model and the process', async () => {
  const values = await metrics();
  for (const name of [
    'intelligence_database_up',
    'intelligence_read_model_lag_seconds',
    'intelligence_read_model_older_rows',
    'intelligence_lexicon_age_seconds',
    'intelligence_database_pool_connections{pool="read",state="idle"}',
    'intelligence_database_pool_connections{pool="write",state="waited_for"}',
    'intelligence_refresh_queue_items{state="queued"}',
    'intelligence_refresh_queue_items{state="quarantined"}',
    'intelligence_read_pool_acquired_total',
    'intelligence_read_pool_round_trips_total',
    'intelligence_read_pool_node_reads_total',
    'intelligence_bounds_lists_cut_total',
    'intelligence_background_loop_consecutive_failures{loop="lexicon"}',
    'intelligence_background_loop_failures_total{loop="reconcile"}',
    'intelligence_log_lines_dropped_total',
    'intelligence_http_requests_in_flight',
    'intelligence_process_resident_memory_bytes',
    'intelligence_nodejs_eventloop_lag_p99_seconds',
  ]) {
    expect([name, values.has(name)]).toEqual([name, true]);
  }
  expect(values.get('intelligence_database_up')).toBe(1);
});

test('the age of the lexicon grows while the words cannot be counted, and is 0 afterwards', async () => {
  const age = async (): Promise<number> => (await metrics()).get('intelligence_lexicon_age_seconds') ?? NaN;
  const lock = new Client({ connectionString: app.database.url });
  await lock.connect();
  try {
    await lock.query('SELECT pg_advisory_lock($1)', [LEXICON_LOCK]);
    const admin = await createUser(app, { role: 'admin' });
    await importCatalog(app, admin, [library('Films'), movie('Films', 'Quagmire')]);
    await eventually(async () => (await age()) > 1);
    const before = await age();
    await eventually(async () => (await age()) > before);
  } finally {
    await lock.end();
  }
  await eventually(async () => (await age()) === 0, 60_000);
});

test('the metrics port serves nothing else, and the API serves no metrics', async () => {
  const { port } = app.config.metrics;
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
  expect((await fetch(`http://127.0.0.1:${port}/metrics`, { method: 'POST' })).status).toBe(405);
  expect((await fetch(`${app.url}/metrics`)).status).toBe(404);
});

function requestCount(method: string, route: string, status: number): string {
  return `intelligence_http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`;
}

interface Checks {
  database: { status: string };
  migrations: { status: string; pending: number | null };
  read_model: { status: string; lag_seconds: number; older_rows: number | null };
}

function checksOf(body: unknown): Checks {
  return (body as { checks: Checks }).checks;
}

function ready(): Promise<ApiResponse> {
  return client(app).get('/health/ready');
}

/** Waits for the expected answer, because readiness can be half a second out of date. */
async function poll<T>(ask: () => Promise<T>, isExpected: (answer: T) => boolean): Promise<T> {
  const result = await eventually(async () => {
    const answer = await ask();
    return isExpected(answer) ? { answer } : null;
  });
  return result.answer;
}
