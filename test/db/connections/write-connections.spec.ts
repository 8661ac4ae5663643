import type { Socket } from 'node:net';
import { Client, type PoolClient } from 'pg';
import { DataSource, type EntityManager, QueryRunnerAlreadyReleasedError } from 'typeorm';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { StatementCanceller } from '../../../src/database/connections/statement-canceller';
import { copyLines } from '../../../src/database/copy/copy-rows';
import { dataSourceOptions } from '../../../src/database/data-source-options';
import { lockLibraryWithin } from '../../../src/database/locks/library-lock';
import { classifyDatabaseError, type DatabaseErrorClass, findDatabaseProblem } from '../../../src/database/pg-errors';
import { connectionOf, runStatement } from '../../../src/database/transaction-connection';
import { scopeInTransaction } from '../../../src/database/transaction-scope';
import { Transactions } from '../../../src/database/transactions';
import { armFailpoints } from '../../../src/common/failpoint';
import { Problem } from '../../../src/common/problems/problem';
import { type RequestContext, requestContext } from '../../../src/common/request-context';
import { principalOf } from '../../support/accounts/principals';
import { eventually } from '../../support/eventually';
import { createTcpProxy, type TcpProxy } from '../../support/network/tcp-proxy';
import { createTestDatabase, type TestDatabase } from '../../support/databases/test-database';

/**
 * Data of a line so long that `copyLines` sends each line in a chunk of its own, as soon as it has read the next one.
 */
const LONG = 'x'.repeat(70_000);

let database: TestDatabase;
let proxy: TcpProxy;
/** Connects directly, not through the proxy. */
let admin: Client;
let dataSource: DataSource;
let transactions: Transactions;

/** Uses a pool of one connection, so that a fault left on the connection affects the next statement. */
beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await createTcpProxy(database.url);
  admin = new Client({ connectionString: database.url });
  await admin.connect();
  await admin.query('CREATE TABLE kept (id integer, line text)');
  const settings = { url: proxy.url, poolSize: 1, acquireTimeoutMs: 20_000, statementTimeoutMs: 1_000 };
  dataSource = await new DataSource(dataSourceOptions(settings)).initialize();
  transactions = new Transactions(dataSource);
});
afterAll(async () => {
  await dataSource.destroy();
  await admin.end();
  await proxy.close();
  await database.drop();
});
beforeEach(() => admin.query('TRUNCATE kept'));
afterEach(() => proxy.thaw());

it('locking a library does not change the lock timeout of the connection', async () => {
  const limited = new URL(database.url);
  limited.searchParams.set('options', '-c lock_timeout=7s');
  const source = await new DataSource(dataSourceOptions({ url: limited.toString(), poolSize: 1 })).initialize();
  const show = (manager: EntityManager): Promise<unknown> => manager.query('SHOW lock_timeout');
  const seen = await source.transaction(async (manager) => {
    await lockLibraryWithin(manager, randomUUID(), 1_000);
    return show(manager);
  });
  expect([seen, await show(source.manager)]).toEqual([[{ lock_timeout: '7s' }], [{ lock_timeout: '7s' }]]);
  await source.destroy();
});

async function pidOf(manager: Pick<EntityManager, 'query'>): Promise<number> {
  const rows: { pid: number }[] = await manager.query('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid ?? 0;
}

const pidOfWriter = (): Promise<number> => transactions.run(pidOf);

const countKept = async (): Promise<number> => (await admin.query('SELECT FROM kept')).rowCount ?? -1;

/** Returns the class of the error with which the work fails. The test fails if the work succeeds. */
async function errorClassOf(work: Promise<unknown>): Promise<DatabaseErrorClass> {
  return classifyDatabaseError(
    await work.then(
      () => Promise.reject(new Error('The work did not fail.')),
      (error: unknown) => error,
    ),
  );
}

describe('a connection whose server stops responding', () => {
  it('during a COPY makes only this write fail, and is not used again', async () => {
    const before = await pidOfWriter();
    function* lines(): Generator<string> {
      yield `1\t${LONG}`;
      proxy.freeze();
      yield `2\t${LONG}`;
      yield '3\tshort';
    }
    const frozen = transactions.run((manager) => copyLines(manager, 'kept', ['id', 'line'], lines()));
    expect(await errorClassOf(frozen)).toBe('client_timeout');
    proxy.thaw();
    expect(await pidOfWriter()).not.toBe(before);
    expect(proxy.connections).toBe(1);
    expect(await countKept()).toBe(0);
  });

  it('is not used again after a statement outside a transaction', async () => {
    const before = await pidOf(dataSource);
    proxy.freeze();
    expect(await errorClassOf(dataSource.query('SELECT 1'))).toBe('client_timeout');
    proxy.thaw();
    expect(await pidOf(dataSource.manager)).not.toBe(before);
    expect(proxy.connections).toBe(1);
  });

  it('does not hide the error of the work if the rollback gets no response', async () => {
    const before = await pidOfWriter();
    const failing = transactions.run(async (manager) => {
      await manager.query(`INSERT INTO kept VALUES (1, 'a')`);
      proxy.freeze();
      throw new Error('the error of the work');
    });
    await expect(failing).rejects.toThrow('the error of the work');
    proxy.thaw();
    expect(await pidOfWriter()).not.toBe(before);
    expect(await countKept()).toBe(0);
  });
});

describe('a connection that is lost between two statements of a write', () => {
  const work: Record<string, (manager: EntityManager) => Promise<unknown>> = {
    'makes the next statement fail': (manager) => manager.query('SELECT 1'),
    'makes the next COPY fail': (manager) => copyLines(manager, 'kept', ['id', 'line'], ['2\tb']),
    'makes the commit fail': () => Promise.resolve(),
  };

  /** Returns the error of a write whose connection is lost before `next`. */
  const loseBefore = (next: (manager: EntityManager) => Promise<unknown>): Promise<unknown> => {
    const writing = transactions.run(async (manager) => {
      await manager.query(`INSERT INTO kept VALUES (1, 'a')`);
      await admin.query('SELECT pg_terminate_backend($1)', [await pidOf(manager)]);
      await eventually(() => manager.queryRunner?.isReleased === true);
      await next(manager);
    });
    return writing.catch((reason: unknown) => reason);
  };

  it.each(Object.entries(work))('%s', async (_, next) => {
    const error = await loseBefore(next);
    expect(classifyDatabaseError(error)).toBe('connection_lost');
    expect(findDatabaseProblem(error)?.status).toBe(503);
    expect(await pidOfWriter()).toBeGreaterThan(0);
    expect(await countKept()).toBe(0);
  });

  it('does not hide the error of the work', async () => {
    const error = new Error('the error of the work');
    expect(await loseBefore(() => Promise.reject(error))).toBe(error);
  });
});

it('a COPY that the server rejects before all lines are sent makes only this write fail', async () => {
  const before = await pidOfWriter();
  const writing = transactions.run(async (manager) => {
    const client = (await manager.queryRunner?.connect()) as PoolClient;
    const socket = client.connection.stream as Socket;
    function* lines(): Generator<string> {
      yield `not a number\t${LONG}`;
      yield `1\t${LONG}`;
      // Buffers the data, as a congested network does.
      socket.cork();
      yield `2\t${LONG.slice(0, 60_000)}`;
    }
    try {
      await copyLines(manager, 'kept', ['id', 'line'], lines());
    } finally {
      socket.uncork();
    }
  });
  expect(await errorClassOf(writing)).toBe('bad_value');
  expect(await pidOfWriter()).toBe(before);
});

describe('a write', () => {
  const INSERT = `INSERT INTO kept VALUES (1, 'a')`;
  const resultOf = (writing: Promise<unknown>): Promise<unknown> => writing.catch((reason: unknown) => reason);

  it('fails if the server answers its commit with a rollback', async () => {
    const writing = transactions.run(async (manager) => {
      await manager.query(INSERT);
      await manager.query('SELECT 1 / 0').catch(() => undefined);
    });
    await expect(writing).rejects.toThrow('The server rolled the transaction back instead of committing it.');
    expect(await countKept()).toBe(0);
    await transactions.run((manager) => manager.query(INSERT));
    expect(await countKept()).toBe(1);
  });

  it('gets 504 with `applied: unknown` if the server does not answer its commit', async () => {
    armFailpoints((name) => void (name === 'transaction.committing' && proxy.freeze()));
    try {
      const problem = await resultOf(transactions.run((manager) => manager.query(INSERT)));
      expect(problem).toBeInstanceOf(Problem);
      expect(problem).toMatchObject({ status: 504, extras: { applied: 'unknown' } });
    } finally {
      armFailpoints(() => undefined);
      proxy.thaw();
    }
    await transactions.run((manager) => manager.query('SELECT 1'));
    expect(await countKept()).toBe(0);
  });

  it('that has ended cannot write in a later transaction of its connection', async () => {
    let endedManager: EntityManager | undefined;
    await transactions.run((manager) => Promise.resolve((endedManager = manager)));
    const released = QueryRunnerAlreadyReleasedError;
    await transactions.run(async () => {
      if (endedManager === undefined) throw new Error('The first transaction did not run.');
      await expect(runStatement(endedManager, { text: INSERT })).rejects.toBeInstanceOf(released);
      await expect(copyLines(endedManager, 'kept', ['id', 'line'], ['1\ta'])).rejects.toBeInstanceOf(released);
    });
    expect(await countKept()).toBe(0);
  });

  it('sends the statements of its read scope one after another, and none after a failed one', async () => {
    const outcomes = await transactions
      .run(async (manager) => {
        const scope = scopeInTransaction(manager, principalOf());
        const client = await connectionOf(manager);
        const query = jest.spyOn(client, 'query');
        const texts = [`INSERT INTO kept VALUES (1, 'a') RETURNING id`, 'SELECT 1 / 0', 'SELECT 2'];
        const settled = await Promise.allSettled(texts.map((text) => scope.rows({ text })));
        expect(query).toHaveBeenCalledTimes(2);
        query.mockRestore();
        throw Object.assign(new Error('Roll back.'), { settled });
      })
      .catch((error: unknown) => (error as { settled: PromiseSettledResult<unknown>[] }).settled);
    expect(outcomes).toMatchObject([
      { value: [{ id: 1 }] },
      ...[1, 2].map(() => ({ reason: { message: 'division by zero' } })),
    ]);
  });

  it('sends no queued statement of its read scope after its rollback', async () => {
    const statements: Promise<unknown>[] = [];
    const writing = transactions.run(async (manager) => {
      const scope = scopeInTransaction(manager, principalOf());
      for (const text of ['SELECT pg_sleep(0.2)', `${INSERT} RETURNING id`])
        statements.push(resultOf(scope.rows({ text })));
      // The first statement is sent meanwhile.
      await new Promise((resolve) => setImmediate(resolve));
      throw new Error('Roll back.');
    });
    await expect(writing).rejects.toThrow('Roll back.');
    expect((await Promise.all(statements))[1]).toBeInstanceOf(QueryRunnerAlreadyReleasedError);
    expect(await countKept()).toBe(0);
  });

  it('that is aborted while it waits for a connection does not start its work', async () => {
    const stop = new AbortController();
    const context: RequestContext = {
      minimumRevisions: null,
      actor: null,
      origin: { requestId: 'r', address: null },
      noteRevisions: () => undefined,
      isAbandoned: () => false,
      startBudget: () => undefined,
      signal: stop.signal,
    };
    let hasStarted = false;
    // The pool has one connection, so the inner transaction waits until the outer one ends.
    let waiting: Promise<unknown> | undefined;
    const cancellable = new Transactions(dataSource, new StatementCanceller(20_000));
    let before = 0;
    await transactions.run(() => {
      before = proxy.accepted;
      const start = (): Promise<boolean> => Promise.resolve((hasStarted = true));
      waiting = resultOf(requestContext.run(context, () => cancellable.run(start)));
      stop.abort(Problem.timeout());
      return Promise.resolve();
    });
    expect(await waiting).toMatchObject({ status: 504 });
    expect(hasStarted).toBe(false);
    // Nothing was running, so no cancel request was sent.
    expect(proxy.accepted).toBe(before);
  });

  it('that is aborted between two statements does not run the next one to its end', async () => {
    const canceller = new StatementCanceller(20_000);
    const stop = new AbortController();
    let hasFinished = false;
    const writing = new Transactions(dataSource, canceller).run(
      async (manager) => {
        await manager.query('SET LOCAL statement_timeout = 0');
        stop.abort(new Error('Stop.'));
        // The first cancellation finds no statement.
        await delay(300);
        await manager.query('SELECT pg_sleep(2)');
        hasFinished = true;
      },
      undefined,
      stop.signal,
    );
    await expect(writing).rejects.toThrow('Stop.');
    expect(hasFinished).toBe(false);
  });
});
