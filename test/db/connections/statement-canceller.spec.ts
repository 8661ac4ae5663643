import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { StatementCanceller } from '../../../src/database/connections/statement-canceller';
import { type Snapshot, SnapshotPool } from '../../../src/database/connections/snapshot-pool';
import { dataSourceOptions } from '../../../src/database/data-source-options';
import { Transactions } from '../../../src/database/transactions';
import type { RequestContext } from '../../../src/common/request-context';
import { requestContext } from '../../../src/common/request-context';
import { POOL_TIMEOUTS } from '../../support/app/test-environment';
import { createTestDatabase, type TestDatabase } from '../../support/databases/test-database';
import { eventually } from '../../support/eventually';
import { createPooler, type Pooler } from '../../support/network/pooler';

const BEGIN = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';
const CANCELLED = '57014';

let database: TestDatabase;
/**
 * A connection of another program. The pooler gives the process number of this connection to those of the service. So
 * a cancellation by the process number alone would end a statement of the other program.
 */
let other: Client;
let admin: Client;
let pooler: Pooler;
let pool: SnapshotPool;

beforeAll(async () => {
  database = await createTestDatabase();
  [other, admin] = [new Client(database.url), new Client(database.url)];
  await Promise.all([other.connect(), admin.connect()]);
  const { rows } = await other.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  pooler = await createPooler(database.url, rows[0]?.pid ?? 0);
  pool = new SnapshotPool({ url: pooler.url, size: 1, ...POOL_TIMEOUTS, statementTimeoutMs: 20_000 });
});
afterAll(async () => {
  await pool.close();
  await pooler.close();
  await Promise.all([other.end(), admin.end()]);
  await database.drop();
});

async function countSleeping(): Promise<number> {
  const { rowCount } = await admin.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'`,
  );
  return rowCount ?? 0;
}

const contextOf = (signal: AbortSignal): RequestContext =>
  ({ signal, isAbandoned: () => false }) as Partial<RequestContext> as RequestContext;

/** Starts a sleeping statement, and aborts it when `sleeping` connections sleep. Returns the code of the error. */
async function readUntilAborted(sleeping: number): Promise<unknown> {
  const stop = new AbortController();
  const context = contextOf(stop.signal);
  const reading = requestContext.run(context, async () => {
    const snapshot = await pool.open(BEGIN);
    try {
      return await snapshot.query({ text: 'SELECT pg_sleep(30)' });
    } catch (error) {
      return (error as { code?: string }).code;
    } finally {
      snapshot.end();
    }
  });
  await eventually(async () => (await countSleeping()) === sleeping);
  stop.abort();
  return reading;
}

it('cancels the statement of a request behind a pooler, and not that of the process with the same number', async () => {
  const ofOther = other.query('SELECT pg_sleep(2)').then(
    () => 'finished',
    (error: { code?: string }) => error.code,
  );
  await eventually(async () => (await countSleeping()) === 1);
  expect(await readUntilAborted(2)).toBe(CANCELLED);
  expect(await ofOther).toBe('finished');
  // The connection serves other requests.
  expect((await pool.query({ text: 'SELECT 1 AS one' })).rows).toEqual([{ one: 1 }]);
});

it('sends no cancel request if the request is aborted while it waits for a connection', async () => {
  const stop = new AbortController();
  const before = pooler.cancelRequests;
  const first = await pool.open(BEGIN);
  const second = requestContext.run(contextOf(stop.signal), () => pool.open(BEGIN)).catch((error: unknown) => error);
  const reason = new Error('Stop.');
  stop.abort(reason);
  first.end();
  const outcome = await second;
  // If the test fails, the snapshot must not keep the only connection.
  if (outcome !== reason) (outcome as Snapshot).end();
  expect(outcome).toBe(reason);
  expect((await pool.query({ text: 'SELECT 1 AS one' })).rows).toEqual([{ one: 1 }]);
  expect(pooler.cancelRequests).toBe(before);
});

describe('a cancel request that the server receives late', () => {
  /** Maximum wait for the server to accept a cancel request. Shorter than `SLEEP`, so the canceller gives up first. */
  const TIMEOUT_MS = 300;
  const SLEEP = 'SELECT pg_sleep(3)';
  /** Runs `SLEEP` on the only connection of a pool, with cancel requests from the time when the signal aborts. */
  type Run = (signal: AbortSignal) => Promise<unknown>;

  /**
   * Aborts the first statement while the pooler holds its cancel requests, so the statement finishes. The server
   * receives these requests only while the second statement runs, which must finish too.
   */
  async function expectSecondToFinish(run: Run): Promise<void> {
    const stop = new AbortController();
    pooler.holdCancelRequests(true);
    try {
      const before = pooler.cancelRequests;
      const first = run(stop.signal).catch((error: unknown) => error);
      await eventually(async () => (await countSleeping()) === 1);
      stop.abort(new Error('Stop.'));
      await eventually(() => pooler.cancelRequests > before);
      await first;
      await eventually(async () => (await countSleeping()) === 0);
      const second = run(new AbortController().signal).then(
        () => 'finished',
        (error: { code?: string }) => error.code,
      );
      await eventually(async () => (await countSleeping()) === 1);
      pooler.holdCancelRequests(false);
      expect(await second).toBe('finished');
    } finally {
      pooler.holdCancelRequests(false);
    }
  }

  it('does not cancel the next read', async () => {
    const limits = { ...POOL_TIMEOUTS, acquireTimeoutMs: TIMEOUT_MS };
    const reads = new SnapshotPool({ url: pooler.url, size: 1, ...limits });
    const run: Run = (signal) =>
      requestContext.run(contextOf(signal), async () => {
        const snapshot = await reads.open(BEGIN);
        return snapshot.query({ text: SLEEP }).finally(() => snapshot.end());
      });
    await expectSecondToFinish(run).finally(() => reads.close());
  });

  it('does not cancel the next write', async () => {
    const writes = await new DataSource(dataSourceOptions({ url: pooler.url, poolSize: 1 })).initialize();
    const transactions = new Transactions(writes, new StatementCanceller(TIMEOUT_MS));
    const run: Run = (signal) => transactions.run((manager) => manager.query(SLEEP), undefined, signal);
    await expectSecondToFinish(run).finally(() => writes.destroy());
  });

  it('does not cancel the next read outside of a transaction', async () => {
    const writes = await new DataSource(dataSourceOptions({ url: pooler.url, poolSize: 1 })).initialize();
    const transactions = new Transactions(writes, new StatementCanceller(TIMEOUT_MS));
    const run: Run = (signal) =>
      requestContext.run(contextOf(signal), () => transactions.read((manager) => manager.query(SLEEP)));
    await expectSecondToFinish(run).finally(() => writes.destroy());
  });
});

it('sends no cancel requests after its time limit', async () => {
  const durationMs = 500;
  const canceller = new StatementCanceller(1_000, durationMs);
  const client = new Client(pooler.url);
  await client.connect();
  const before = pooler.cancelRequests;
  const started = performance.now();
  const unwatch = canceller.watch(client, AbortSignal.abort());
  await eventually(() => performance.now() - started > 3 * durationMs);
  const sent = pooler.cancelRequests - before;
  // After 0, 100 and 300 milliseconds; fewer on a busy machine.
  expect(sent).toBeGreaterThan(0);
  expect(sent).toBeLessThanOrEqual(3);
  expect(await unwatch()).toBe(true);
  await client.end();
});

it.each([
  ['no server listens', 1],
  ['the host is unknown', undefined],
])('does not fail if %s', async (_, port) => {
  const target = { host: port === undefined ? 'unknown.invalid' : '127.0.0.1', port: port ?? 5432 };
  const connection = { ...target, ssl: false, sslNegotiation: 'postgres', processID: 1, secretKey: 1 };
  const unwatch = new StatementCanceller(1_000, 50).watch(connection, AbortSignal.abort());
  // No request was sent, so the connection can be used for other work.
  expect(await unwatch()).toBe(true);
});
