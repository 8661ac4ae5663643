/** If a client disconnects or the time limit of a request expires, its statements end, and nothing is stored. */
import { type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { Client } from 'pg';
import { StatementCanceller } from '../../../src/database/connections/statement-canceller';
import { createUser, type TestUser } from '../../support/accounts/accounts';
import { importCatalog, library, mediaIdOf, movie } from '../../support/catalog/catalog';
import { client } from '../../support/requests/client';
import { eventually } from '../../support/eventually';
import { createTestApp, type TestApp } from '../../support/app/test-app';

const ITEM = mediaIdOf('movie', 'Film');
const READ = { method: 'POST', path: `/intelligence/items/${ITEM}/context`, body: {} };
const LIST = { method: 'GET', path: '/intelligence/runs', body: undefined };
const WRITE = { method: 'PUT', path: `/watch-states/${ITEM}`, body: { position_seconds: 1, duration_seconds: 2 } };

let app: TestApp;
let impatient: TestApp;
let user: TestUser;
let locks: Client;
/** A second connection, because `pg_stat_activity` does not change within the transaction of `locks`. */
let observer: Client;

beforeAll(async () => {
  app = await createTestApp({ workers: false, env: { CONCURRENCY_PER_USER: '4' } });
  impatient = await createTestApp({ peerOf: app, workers: false, env: { REQUEST_BUDGET_MS: '300' } });
  const admin = await createUser(app, { role: 'admin' });
  user = await createUser(app);
  await importCatalog(app, admin, [library('Films'), movie('Films', 'Film')]);
  [locks, observer] = [new Client(app.database.url), new Client(app.database.url)];
  await Promise.all([locks.connect(), observer.connect()]);
});
afterAll(async () => {
  await Promise.all([locks.end(), observer.end()]);
  await impatient.close();
  await app.close();
});

afterEach(() => jest.restoreAllMocks());

beforeEach(() => observer.query('DELETE FROM watch_states'));

/** Runs `work` while no other session can read or write watch states. */
async function whileLocked(work: () => Promise<void>): Promise<void> {
  await locks.query('BEGIN; LOCK TABLE watch_states IN ACCESS EXCLUSIVE MODE');
  try {
    await work();
  } finally {
    await locks.query('ROLLBACK');
  }
}

/** Counts the statements of the service that wait for a lock. */
async function countWaiting(): Promise<number> {
  const { rows } = await observer.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND application_name LIKE 'intelligence%'`,
  );
  return rows[0]?.count ?? 0;
}

const countStates = async (): Promise<number> =>
  (await observer.query<{ count: number }>('SELECT count(*)::int AS count FROM watch_states')).rows[0]?.count ?? 0;

/** Expects that no further request begins to wait for the lock while another user is served many times. */
async function expectNoFurtherStatement(): Promise<void> {
  const other = await createUser(app);
  for (let turn = 0; turn < 20; turn += 1) {
    await client(app).as(other).get('/auth/me', { expect: 200 });
    expect(await countWaiting()).toBe(app.config.limits.concurrencyPerUser);
  }
}

/** Delays the cancellations of statements until `release`. */
function holdCancellations(): { count(): number; release(): void } {
  type Cancel = (target: object, watching: AbortSignal) => Promise<boolean>;
  const canceller = StatementCanceller.prototype as unknown as { cancel: Cancel };
  const { cancel } = canceller;
  let release = (): void => undefined;
  const released = new Promise<void>((settle) => (release = settle));
  const held = jest.spyOn(canceller, 'cancel').mockImplementation(async function (this: unknown, ...args) {
    await released;
    return cancel.apply(this as typeof canceller, args);
  });
  return { count: () => held.mock.calls.length, release };
}

/** Sends a request. The returned function aborts it. */
function send({ method, path, body }: typeof READ | typeof LIST, { token } = user): () => void {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const outgoing = request({ port: app.port, host: '127.0.0.1', method, path: `/api/v1${path}`, headers });
  outgoing.on('error', () => undefined);
  outgoing.end(body && JSON.stringify(body));
  return () => outgoing.destroy();
}

test.each([
  ['read', READ],
  ['write', WRITE],
])('when the client of a %s disconnects, its statement is cancelled and nothing is stored', async (_, operation) => {
  await whileLocked(async () => {
    const abort = send(operation);
    await eventually(async () => (await countWaiting()) === 1);
    abort();
    await eventually(async () => (await countWaiting()) === 0);
  });
  await client(app).as(user).post(READ.path, {}, { expect: 200 });
  expect(await countStates()).toBe(0);
});

test('aborted requests keep their fair shares until their statements have ended', async () => {
  const { concurrencyPerUser } = app.config.limits;
  const cancellations = holdCancellations();
  await whileLocked(async () => {
    const requests = Array.from({ length: concurrencyPerUser }, () => send(READ));
    await eventually(async () => (await countWaiting()) === concurrencyPerUser);
    const laterRequests = Array.from({ length: 12 }, () => send(READ));
    for (const abort of requests) abort();
    try {
      await eventually(() => cancellations.count() === concurrencyPerUser);
      await expectNoFurtherStatement();
    } finally {
      for (const abort of laterRequests) abort();
      cancellations.release();
    }
    await eventually(async () => (await countWaiting()) === 0);
  });
  await client(app).as(user).post(READ.path, {}, { expect: 200 });
});

test('requests that are aborted while their account is read release their shares only once', async () => {
  // Aborted requests of the other tests can still count for `user`.
  const other = await createUser(app);
  const seen = { begun: 0, ended: 0 };
  const count = ({ headers }: IncomingMessage, response: ServerResponse): void => {
    if (headers.authorization !== `Bearer ${other.token}`) return;
    seen.begun += 1;
    response.once('close', () => (seen.ended += 1));
  };
  const server: Server = app.app.getHttpServer();
  server.on('request', count);
  await locks.query('BEGIN; LOCK TABLE users IN ACCESS EXCLUSIVE MODE');
  try {
    const requests = Array.from({ length: 4 }, () => send(LIST, other));
    await eventually(async () => seen.begun === 4 && (await countWaiting()) > 0);
    for (const abort of requests) abort();
    await eventually(() => seen.ended === 4);
  } finally {
    await locks.query('ROLLBACK');
    server.off('request', count);
  }
  await client(app).as(other).get('/auth/me', { expect: 200 });
  await whileLocked(async () => {
    const requests = Array.from({ length: 12 }, () => send(READ, other));
    const { concurrencyPerUser } = app.config.limits;
    await eventually(async () => (await countWaiting()) >= concurrencyPerUser);
    await expectNoFurtherStatement();
    for (const abort of requests) abort();
    await eventually(async () => (await countWaiting()) === 0);
  });
});

test('a read and a write that exceed their time limit get 504, and nothing is stored', async () => {
  const api = client(impatient).as(user);
  await whileLocked(async () => {
    const [read, write] = await Promise.all([api.post(READ.path, READ.body), api.put(WRITE.path, WRITE.body)]);
    expect([read.status, read.body.code]).toEqual([504, 'timeout']);
    expect([write.status, write.body.code]).toEqual([504, 'timeout']);
    await eventually(async () => (await countWaiting()) === 0);
  });
  expect(await countStates()).toBe(0);
  // Without the lock, both requests succeed. They go to `app`, because 300 ms can be too short on a busy machine.
  const patient = client(app).as(user);
  await patient.post(READ.path, READ.body, { expect: 200 });
  await patient.put(WRITE.path, WRITE.body, { expect: 200 });
  expect(await countStates()).toBe(1);
});
