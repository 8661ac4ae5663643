import { SnapshotPool } from '../../../src/database/connections/snapshot-pool';
import { createTestDatabase, type TestDatabase } from '../../support/databases/test-database';
import { POOL_TIMEOUTS } from '../../support/app/test-environment';
import { eventually } from '../../support/eventually';

const BEGIN = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';
const PREPARED_MAX = 1_000;

let database: TestDatabase;
let pool: SnapshotPool;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = new SnapshotPool({ url: database.url, size: 1, ...POOL_TIMEOUTS });
});
afterAll(async () => {
  await pool.close();
  await database.drop();
});

/**
 * Runs the named statements from number `from` to the one before `to` in one snapshot. Returns the process id of the
 * server process of the connection.
 */
async function prepare(from: number, to: number): Promise<number> {
  const snapshot = await pool.open(BEGIN);
  try {
    for (let index = from; index < to; index += 1) await snapshot.query({ name: `s${index}`, text: `SELECT ${index}` });
    const { rows } = await snapshot.query<{ pid: number }>({ text: 'SELECT pg_backend_pid() AS pid' });
    return rows[0]?.pid ?? 0;
  } finally {
    snapshot.end();
  }
}

describe('the connections of snapshots', () => {
  it('are kept with up to 1,000 prepared statements, and closed with more', async () => {
    const first = await prepare(0, PREPARED_MAX);
    expect(await prepare(0, PREPARED_MAX)).toBe(first);
    expect(await prepare(PREPARED_MAX, PREPARED_MAX + 1)).toBe(first);
    expect(await prepare(0, 1)).not.toBe(first);
  });

  it('run no statement after the end of their snapshot', async () => {
    const snapshot = await pool.open(BEGIN);
    await snapshot.query({ text: 'SELECT 1' });
    snapshot.end();
    await expect(snapshot.query({ text: 'SELECT 1' })).rejects.toThrow('The snapshot has ended.');
    await eventually(() => pool.load.idle === 1);
  });

  it('run no statement if their transaction could not begin', async () => {
    const snapshot = await pool.open('BEGIN; SELECT 1 / 0');
    await expect(snapshot.query({ text: 'SELECT 1' })).rejects.toThrow('division by zero');
    await expect(snapshot.begun).rejects.toThrow('division by zero');
    snapshot.end();
    await eventually(() => pool.load.idle === 1);
  });
});
