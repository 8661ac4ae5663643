import { BackgroundLoops } from '../../../src/common/processes/background-loops';
import { ExpiredKeys } from '../../../src/audit/idempotency/expired-keys';
import { ExpiredKeysStore } from '../../../src/audit/idempotency/expired-keys.store';
import { Transactions } from '../../../src/database/transactions';
import { type OpenDatabase, openTestDatabase } from '../../support/databases/test-database';

const USERS = 2_001;

let database: OpenDatabase;
let expiredKeys: ExpiredKeys;
let loops: BackgroundLoops;

beforeAll(async () => {
  database = await openTestDatabase();
  loops = new BackgroundLoops();
  expiredKeys = new ExpiredKeys(new ExpiredKeysStore(new Transactions(database.dataSource)), loops);
  await database.dataSource.query(
    `INSERT INTO users (username, username_key) SELECT 'user ' || n, 'user ' || n FROM generate_series(1, ${USERS}) AS n`,
  );
});
afterAll(() => database.close());

beforeEach(() => database.dataSource.query('DELETE FROM intelligence_idempotency_keys'));

/** Stores keys for each user who meets the condition. */
async function store(name: string, age: string, keys: number, condition = 'true'): Promise<void> {
  await database.dataSource.query(
    `INSERT INTO intelligence_idempotency_keys (owner_user_id, route, idempotency_key, request_hash, status, answer, created_at)
     SELECT user_id, 'runs', '${name} ' || n, 'hash', 200, '{}', now() - interval '${age}'
       FROM users CROSS JOIN generate_series(1, ${keys}) AS n WHERE ${condition}`,
  );
}

async function countByName(): Promise<Record<string, number>> {
  const rows: { name: string; keys: number }[] = await database.dataSource.query(
    `SELECT split_part(idempotency_key, ' ', 1) AS name, count(*)::integer AS keys
       FROM intelligence_idempotency_keys GROUP BY 1`,
  );
  return Object.fromEntries(rows.map(({ name, keys }) => [name, keys]));
}

test('expired keys of all users are deleted, and no others', async () => {
  await store('expired', '25 hours', 1);
  await store('many', '3 days', 2_500, `username = 'user 7'`);
  await store('current', '23 hours', 1);
  await expiredKeys.delete();
  expect(loops.all.map(({ name, totalFailures }) => [name, totalFailures])).toEqual([['expired-keys', 0]]);
  expect(await countByName()).toEqual({ current: USERS });
});

test('a key that another transaction has locked is kept until the next run', async () => {
  await store('expired', '25 hours', 2, `username = 'user 7'`);
  const locker = database.dataSource.createQueryRunner();
  await locker.startTransaction();
  try {
    await locker.query(`SELECT FROM intelligence_idempotency_keys WHERE idempotency_key = 'expired 1' FOR UPDATE`);
    await expiredKeys.delete();
    expect(await countByName()).toEqual({ expired: 1 });
  } finally {
    await locker.rollbackTransaction();
    await locker.release();
  }
  await expiredKeys.delete();
  expect(await countByName()).toEqual({});
});
