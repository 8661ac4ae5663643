import { Client } from 'pg';
import { ReadPool } from '../../../src/database/read-pool';
import { Transactions } from '../../../src/database/transactions';
import { createUser } from '../../support/accounts/accounts';
import { client } from '../../support/requests/client';
import { eventually } from '../../support/eventually';
import { ProbeModule } from '../../support/app/probe.module';
import { createTcpProxy, type TcpProxy } from '../../support/network/tcp-proxy';
import { createTestApp, type TestApp } from '../../support/app/test-app';
import { withDatabase } from '../../support/databases/test-server';

const SLEEP = '/probe/sleep/0.01';

describe('a database that fails', () => {
  let app: TestApp;
  let proxy: TcpProxy;

  beforeAll(async () => {
    app = await createTestApp({
      modules: [ProbeModule],
      databaseUrl: async (database) => (proxy = await createTcpProxy(database.url)).url,
      env: {
        DATABASE_READ_POOL_SIZE: '2',
        DATABASE_ACQUIRE_TIMEOUT_MS: '2000',
        DATABASE_STATEMENT_TIMEOUT_MS: '6000',
        DATABASE_QUERY_TIMEOUT_MS: '7000',
        DATABASE_POOL_SIZE: '2',
        DATABASE_WRITE_TIMEOUT_MS: '1000',
      },
    });
  });
  afterAll(async () => {
    await app.close();
    await proxy.close();
  });

  const readPid = async (): Promise<number> =>
    (await client(app).get<{ pid: number }>('/probe/backend', { expect: 200 })).body.pid;

  it('by resetting connections: reads get 200 or 503, and later 200', async () => {
    await client(app).get(SLEEP, { expect: 200 });
    proxy.cut();
    const answers = await Promise.all(Array.from({ length: 2 }, () => client(app).get(SLEEP)));
    expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 503)).toEqual([]);
    await eventually(async () => (await client(app).get(SLEEP)).status === 200);
  });

  it('by freezing: a read gets 504, and its connection is not used again', async () => {
    const before = await readPid();
    proxy.freeze();
    const frozen = await client(app).get(SLEEP);
    expect([frozen.status, frozen.body.code]).toEqual([504, 'timeout']);
    proxy.thaw();
    await eventually(async () => (await client(app).get(SLEEP)).status === 200);
    const after = await Promise.all([readPid(), readPid(), readPid(), readPid()]);
    expect(after).not.toContain(before);
  });

  it('by freezing during a write: the write fails, and its connection is not used again', async () => {
    const transactions = app.app.get(Transactions);
    const readWriterPid = (): Promise<number> =>
      transactions.run(async (manager) => {
        const rows: { pid: number }[] = await manager.query('SELECT pg_backend_pid() AS pid');
        return rows[0]?.pid ?? 0;
      });
    const before = await readWriterPid();
    const frozen = transactions.run(async (manager) => {
      proxy.freeze();
      await manager.query('SELECT 1');
    });
    await expect(frozen).rejects.toThrow(/timeout|terminated/i);
    proxy.thaw();
    proxy.cut();
    await eventually(() =>
      readWriterPid().then(
        (pid) => pid > 0,
        () => false,
      ),
    );
    expect(await Promise.all([readWriterPid(), readWriterPid(), readWriterPid()])).not.toContain(before);
  });

  it('by accepting connections without an answer: 503 for reads and for writes', async () => {
    const login = { username: 'somebody', password: 'with a long password' };
    proxy.freeze();
    proxy.cut();
    const answers = await Promise.all([client(app).get(SLEEP), client(app).post('/auth/login', login)]);
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [503, 'overloaded'],
      [503, 'overloaded'],
    ]);
    proxy.thaw();
    proxy.cut();
    await eventually(async () => (await client(app).get(SLEEP)).status === 200);
    await eventually(async () => (await client(app).post('/auth/login', login)).status === 401);
  });

  it('by accepting no connections: 503 for reads and for writes', async () => {
    const login = { username: 'somebody', password: 'with a long password' };
    const admin = new Client({ connectionString: withDatabase(app.database.url, 'postgres') });
    await admin.connect();
    try {
      await admin.query(`ALTER DATABASE ${app.database.name} ALLOW_CONNECTIONS false`);
      proxy.cut();
      const answers = await Promise.all([client(app).get(SLEEP), client(app).post('/auth/login', login)]);
      expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
        [503, 'overloaded'],
        [503, 'overloaded'],
      ]);
    } finally {
      await admin.query(`ALTER DATABASE ${app.database.name} ALLOW_CONNECTIONS true`);
      await admin.end();
    }
    await eventually(async () => (await client(app).get(SLEEP)).status === 200);
  });

  it('by a slow statement: PostgreSQL cancels it, the request gets 503, and the next read is answered', async () => {
    const slow = await client(app).get('/probe/sleep/30');
    expect([slow.status, slow.body.code, slow.headers.get('retry-after')]).toEqual([503, 'overloaded', '1']);
    expect((await client(app).get(SLEEP)).status).toBe(200);
  });

  it('by slow statements on all connections: other reads get 503, refused requests still get 4xx', async () => {
    const { token } = await createUser(app);
    const pool = app.app.get(ReadPool);
    const acquired = pool.statistics.acquired + 2;
    const busy = [client(app).get('/probe/sleep/5'), client(app).get('/probe/sleep/5')];
    await eventually(() => pool.statistics.acquired === acquired);
    // This request waits for two seconds, so it fails before the slow statements end.
    const waiting = client(app).get(SLEEP);

    const refused = await Promise.all([
      client(app).post('/auth/login', { nope: 1 }),
      client(app).send('POST', '/auth/login', '{', { headers: { 'content-type': 'application/json' } }),
      client(app).post('/intelligence/libraries/overview', {}),
      client(app).as('not-a-token').post('/intelligence/libraries/overview', {}),
      client(app).as(token).post('/intelligence/libraries/overview', { nope: 1 }),
      client(app)
        .as(token)
        .post('/intelligence/libraries/overview', { pagination: { cursor: 'x' } }),
      client(app).get('/nowhere'),
      client(app).get('/auth/login'),
    ]);
    expect(refused.map(({ status }) => status)).toEqual([400, 400, 401, 401, 400, 400, 404, 405]);
    const late = await waiting;
    expect([late.status, late.headers.get('retry-after')]).toEqual([503, '1']);
    await Promise.all(busy);
    expect((await client(app).get(SLEEP)).status).toBe(200);
  });

  it('by slow statements whose clients disconnect: neither next statements nor waiting requests run', async () => {
    const pool = app.app.get(ReadPool);
    await eventually(() => pool.load.waiting === 0 && pool.load.idle === pool.load.total);
    const { acquired, roundTrips } = pool.statistics;
    const leave = new AbortController();
    const get = (path: string): Promise<string> =>
      fetch(`${app.url}/api/v1/probe/${path}`, { signal: leave.signal }).then(
        () => 'answered',
        () => 'left',
      );
    // Four seconds are enough to observe the first statement on a busy machine.
    const running = [get('sleep-twice/4'), get('sleep-twice/4')];
    await eventually(() => pool.statistics.roundTrips === roundTrips + 2);
    const waiting = [get('sleep-twice/4'), get('sleep-twice/4')];
    await eventually(() => pool.load.waiting === 2);
    leave.abort();
    expect(await Promise.all([...running, ...waiting])).toEqual(['left', 'left', 'left', 'left']);
    await eventually(() => pool.load.waiting === 0 && pool.load.idle === pool.load.total);
    // The pool gives the waiting requests no connection.
    expect(pool.statistics).toMatchObject({ acquired: acquired + 2, roundTrips: roundTrips + 2 });
    expect((await client(app).get(SLEEP)).status).toBe(200);
  });

  it('in the middle of a result: each client gets a complete answer or 503', async () => {
    proxy.cut();
    proxy.cutAfter(600);
    const answers = await Promise.all(Array.from({ length: 4 }, () => client(app).get('/probe/backend')));
    expect(answers.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
    expect(proxy.cutConnections).toBeGreaterThan(0);
    proxy.cutAfter(Infinity);
    proxy.cut();
    await eventually(async () => (await client(app).get(SLEEP)).status === 200);
  });

  it('and then gets many requests: the read pool opens no more connections than its size', async () => {
    await Promise.all(Array.from({ length: 40 }, () => client(app).get(SLEEP)));
    expect(app.app.get(ReadPool).load.total).toBeLessThanOrEqual(2);
  });
});
