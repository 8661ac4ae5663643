import { Client } from 'pg';
import { LookupConnection } from '../../../src/database/connections/lookup-connection';
import { findDatabaseProblem } from '../../../src/database/pg-errors';
import { createTestDatabase, type TestDatabase } from '../../support/databases/test-database';

const STATEMENT = { name: 'find_user', text: 'SELECT user_id FROM users WHERE user_id = $1' };
const NOBODY = ['00000000-0000-4000-8000-000000000000'];

let database: TestDatabase;
let connection: LookupConnection;
let locker: Client;

beforeEach(async () => {
  database = await createTestDatabase();
  connection = new LookupConnection({
    url: database.url,
    acquireTimeoutMs: 60_000,
    statementTimeoutMs: 500,
    queryTimeoutMs: 60_000,
  });
  locker = new Client({ connectionString: database.url });
  await locker.connect();
});

afterEach(async () => {
  await connection.close();
  await locker.end();
  await database.drop();
});

it('look-ups that cannot read a certificate file do not count as pending', async () => {
  const url = `${database.url}?sslrootcert=/no/file`;
  const broken = new LookupConnection({ url, acquireTimeoutMs: 500, statementTimeoutMs: 500, queryTimeoutMs: 500 });
  // The service refuses a look-up as overloaded if 500 others are pending.
  for (let index = 0; index < 501; index += 1) {
    await expect(broken.rows(STATEMENT, NOBODY)).rejects.toThrow('ENOENT');
  }
});

it('a look-up that waits for a table lock and the look-up behind it both fail as overloaded', async () => {
  await locker.query('BEGIN; LOCK TABLE users IN ACCESS EXCLUSIVE MODE');
  const lookUp = (): Promise<object[]> => connection.rows(STATEMENT, NOBODY);
  const failures = await Promise.all([lookUp(), lookUp()].map((rows) => rows.catch((error: unknown) => error)));
  expect(failures.map((error) => findDatabaseProblem(error)?.code)).toEqual(['overloaded', 'overloaded']);
  await locker.query('ROLLBACK');
  expect(await lookUp()).toEqual([]);
});
