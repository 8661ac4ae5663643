import { randomUUID } from 'node:crypto';
import { Socket } from 'node:net';
import { requestContext } from '../../../src/common/request-context';
import { ReadPool } from '../../../src/database/read-pool';
import { principalOf } from '../../support/accounts/principals';
import { runSql, withConnection } from '../../support/databases/sql';
import { createTestDatabase, type TestDatabase } from '../../support/databases/test-database';
import { eventually } from '../../support/eventually';
import { POOL_TIMEOUTS } from '../../support/app/test-environment';

const READER = principalOf();
const READS = 10;

let database: TestDatabase;
let reads: ReadPool;

beforeAll(async () => {
  database = await createTestDatabase();
  reads = new ReadPool({ url: database.url, size: 1, ...POOL_TIMEOUTS });
});
afterAll(async () => {
  await reads.onApplicationShutdown();
  await database.drop();
});
afterEach(() => jest.restoreAllMocks());

const readOnce = (): Promise<{ one: number }[]> =>
  reads.readAs(READER, (scope) => scope.rows<{ one: number }>({ text: 'SELECT 1 AS one' }));

describe('the read pool', () => {
  it('sends at most two packets for a read: one to begin it with its first statement, and one to end it', async () => {
    await readOnce();
    const writes = [jest.spyOn(Socket.prototype, '_write'), jest.spyOn(Socket.prototype, '_writev' as never)];
    for (let read = 0; read < READS; read += 1) expect(await readOnce()).toEqual([{ one: 1 }]);
    const packets = writes.reduce((sum, spy) => sum + spy.mock.calls.length, 0);
    // A read does not wait for the end of its snapshot. So the packets include the end of the snapshot before the
    // loop, but possibly not the last end.
    expect(packets).toBeGreaterThanOrEqual(READS);
    expect(packets).toBeLessThanOrEqual(2 * READS);
  });

  it('lists libraries hidden from a caller without a round trip, or gives null for more than eight', async () => {
    const ids = Array.from({ length: 10 }, () => randomUUID()).sort();
    const names = ids.map((id, index) => `('${id}', 'Library ${index}', 'movies', 1)`).join();
    const hiddenFrom = async (libraryIds: string[] | null): Promise<string[] | undefined> => {
      const caller = principalOf({ libraryIds });
      return (await reads.readAs(caller, (scope) => scope.listHiddenLibraries()))?.toSorted();
    };
    await runSql(database.url, `INSERT INTO libraries (library_id, name, library_kind, revision) VALUES ${names}`);
    const before = reads.statistics.roundTrips;
    expect(await hiddenFrom(null)).toEqual([]);
    expect(await hiddenFrom(ids)).toEqual([]);
    expect(await hiddenFrom(ids.slice(2))).toEqual(ids.slice(0, 2));
    expect(await hiddenFrom(ids.slice(8))).toEqual(ids.slice(0, 8));
    expect(await hiddenFrom(ids.slice(9))).toBeUndefined();
    expect(reads.statistics.roundTrips).toBe(before);
    await runSql(database.url, 'DELETE FROM libraries');
  });

  it('reads again once if it loses the connection while it waits for a minimum revision', async () => {
    const waiting = `datname = current_database() AND wait_event_type = 'Lock'`;
    const context = { minimumRevisions: new Map([[randomUUID(), 1]]), noteRevisions: () => undefined };
    await withConnection(database.url, async (client) => {
      await client.query('BEGIN; LOCK TABLE libraries');
      const read = requestContext.run({ ...context, isAbandoned: () => false } as never, readOnce);
      const end = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${waiting}`;
      await eventually(async () => (await runSql(database.url, end)).length === 1);
      await client.query('ROLLBACK');
      expect(await read).toEqual([{ one: 1 }]);
    });
  });

  it('waits for a minimum revision again if the connection is lost, even 10 seconds after the first wait', async () => {
    const now = performance.now.bind(performance);
    let passedMs = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => now() + passedMs);
    const id = randomUUID();
    const setRevision = (revision: number): Promise<unknown> =>
      runSql(database.url, `UPDATE libraries SET revision = ${revision} WHERE library_id = '${id}'`);
    await runSql(
      database.url,
      `INSERT INTO libraries (library_id, name, library_kind, revision) VALUES ('${id}', 'Films', 'movies', 1)`,
    );
    let isLost = false;
    const polls = jest.spyOn(reads['pool'], 'query');
    const context = { minimumRevisions: new Map([[id, 1]]), noteRevisions: () => undefined, isAbandoned: () => false };
    const read = requestContext.run(context as never, () =>
      reads.readAs(READER, async (scope) => {
        if (isLost) return 'read';
        // The server that replaces the lost one lacks the revision at first.
        await setRevision(0);
        isLost = true;
        passedMs = 10_000;
        return scope.rows({ text: 'SELECT pg_terminate_backend(pg_backend_pid())' });
      }),
    );
    const catchUp = async (): Promise<void> => {
      await eventually(() => polls.mock.calls.length > 1);
      await polls.mock.results[1]?.value;
      await setRevision(1);
    };
    expect(await Promise.all([read, catchUp()])).toEqual(['read', undefined]);
  });
});
