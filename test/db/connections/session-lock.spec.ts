import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../../src/database/data-source-options';
import { trySessionLock, withSessionLock } from '../../../src/database/locks/session-lock';
import { Transactions } from '../../../src/database/transactions';
import { DemoStore } from '../../../src/demo/demo.store';
import { runSql } from '../../support/databases/sql';
import { createTestDatabase, type TestDatabase } from '../../support/databases/test-database';

/** Creates a failing lock function. It replaces the built-in one if the search path names its schema first. */
const FAILING_LOCK_SQL = `
CREATE SCHEMA failing;
CREATE FUNCTION failing.pg_try_advisory_lock(bigint) RETURNS boolean LANGUAGE plpgsql
  AS $$ BEGIN RAISE EXCEPTION 'the lock statement failed'; END $$`;

describe('a session lock', () => {
  let database: TestDatabase;
  /** Has one connection, so that a connection that is not released makes the next statement fail. */
  let dataSource: DataSource;

  beforeAll(async () => {
    database = await createTestDatabase();
    dataSource = await new DataSource(
      dataSourceOptions({ url: database.url, poolSize: 1, acquireTimeoutMs: 1_000 }),
    ).initialize();
    await dataSource.query(FAILING_LOCK_SQL);
  });

  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  const requireFreeConnection = async (): Promise<void> => {
    expect(await dataSource.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  };

  it('of the demo releases its connection if the statement for the lock fails', async () => {
    const store = new DemoStore(dataSource, new Transactions(dataSource));
    await dataSource.query('SET search_path = failing, pg_catalog, public');
    await expect(store.tryLock()).rejects.toThrow('the lock statement failed');
    await dataSource.query('RESET search_path');
    await requireFreeConnection();
  });

  it.each([[[1] as const], [[2, 'one library'] as const]])('on %j is held by one session at a time', async (key) => {
    const other = await new DataSource(dataSourceOptions({ url: database.url, poolSize: 1 })).initialize();
    try {
      const inner = await withSessionLock(dataSource, key, () => withSessionLock(other, key, () => Promise.resolve(1)));
      expect(inner).toBeNull();
      expect(await withSessionLock(other, key, () => Promise.resolve(2))).toBe(2);
      await requireFreeConnection();
    } finally {
      await other.destroy();
    }
  });

  it('ends with its work, even if the work fails', async () => {
    const failing = withSessionLock(dataSource, [3], () => Promise.reject(new Error('the work failed')));
    await expect(failing).rejects.toThrow('the work failed');
    await requireFreeConnection();
    expect(await listAdvisoryLocks(dataSource)).toEqual([]);
  });

  it('ends if its connection breaks, and the pool opens another connection', async () => {
    const release = await trySessionLock(dataSource, [4]);
    await endOtherSessions(database.url);
    await expect(release?.()).rejects.toThrow();
    await requireFreeConnection();
    expect(await listAdvisoryLocks(dataSource)).toEqual([]);
  });

  it('does not change the outcome of its work if its connection breaks', async () => {
    const completed = withSessionLock(dataSource, [5], async () => {
      await endOtherSessions(database.url);
      return 'the result';
    });
    expect(await completed).toBe('the result');
    await requireFreeConnection();
    const failing = withSessionLock(dataSource, [5], async () => {
      await endOtherSessions(database.url);
      throw new Error('the work failed');
    });
    await expect(failing).rejects.toThrow('the work failed');
    await requireFreeConnection();
  });
});

async function listAdvisoryLocks(dataSource: DataSource): Promise<unknown[]> {
  return dataSource.query(
    `SELECT objid FROM pg_locks JOIN pg_database AS d ON d.oid = database
      WHERE locktype = 'advisory' AND datname = current_database()`,
  );
}

async function endOtherSessions(url: string): Promise<void> {
  await runSql(
    url,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND usename = current_user`,
  );
}
