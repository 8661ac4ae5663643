import { Socket } from 'node:net';
import { ReadPool } from '../../../src/database/read-pool';
import { principalOf } from '../../support/accounts/principals';
import { createTestDatabase, type TestDatabase } from '../../support/databases/test-database';
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
  it('sends the start of a snapshot, the read of revisions and the first statement in one packet, and the end in another', async () => {
    await readOnce();
    const packets = [jest.spyOn(Socket.prototype, '_write'), jest.spyOn(Socket.prototype, '_writev' as never)];
    for (let read = 0; read < READS; read += 1) expect(await readOnce()).toEqual([{ one: 1 }]);
    const sent = packets.reduce((sum, spy) => sum + spy.mock.calls.length, 0);
    // A read does not wait for the end of its snapshot. The packets include the end of the read before the loop, but
    // may not include that of the last read.
    expect(sent).toBeGreaterThanOrEqual(READS);
    expect(sent).toBeLessThanOrEqual(2 * READS);
  });
});
