import { Client } from 'pg';
import { createTestDatabase, type TestDatabase } from '../support/test-database';

describe('test databases', () => {
  let first: TestDatabase;
  let second: TestDatabase;

  beforeAll(async () => {
    [first, second] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  });

  afterAll(async () => {
    await Promise.all([first.drop(), second.drop()]);
  });

  it('are migrated, separate clones of one template', async () => {
    await query(first.url, 'CREATE TABLE only_here (id int)');
    expect(await query(first.url, "SELECT to_regclass('only_here') IS NOT NULL AS found")).toEqual([{ found: true }]);
    expect(await query(second.url, "SELECT to_regclass('only_here') IS NOT NULL AS found")).toEqual([{ found: false }]);
    const migrations = await query(second.url, 'SELECT name FROM schema_migrations');
    expect(migrations.length).toBeGreaterThan(0);
  });

  it('are dropped even if a client is connected', async () => {
    const database = await createTestDatabase();
    const client = new Client({ connectionString: database.url });
    const ended = new Promise<unknown>((settle) => client.on('error', settle));
    await client.connect();
    await database.drop();
    expect(await ended).toMatchObject({ code: '57P01' });
    await expect(query(database.url, 'SELECT 1')).rejects.toMatchObject({ code: '3D000' });
  });
});

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
