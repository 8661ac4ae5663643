import { Client } from 'pg';
import { runSql } from '../../support/databases/sql';
import { createTestDatabase, type TestDatabase } from '../../support/databases/test-database';

describe('test databases', () => {
  let first: TestDatabase;
  let second: TestDatabase;

  beforeAll(async () => {
    [first, second] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  });

  afterAll(async () => {
    await Promise.all([first.drop(), second.drop()]);
  });

  it('are migrated, and a table that one of them gets is not in the other', async () => {
    await runSql(first.url, 'CREATE TABLE only_here (id int)');
    expect(await runSql(first.url, "SELECT to_regclass('only_here') IS NOT NULL AS found")).toEqual([{ found: true }]);
    expect(await runSql(second.url, "SELECT to_regclass('only_here') IS NOT NULL AS found")).toEqual([
      { found: false },
    ]);
    const migrations = await runSql(second.url, 'SELECT name FROM schema_migrations');
    expect(migrations.length).toBeGreaterThan(0);
  });

  it('are dropped even if a client is connected', async () => {
    const database = await createTestDatabase();
    const client = new Client({ connectionString: database.url });
    const ended = new Promise<unknown>((settle) => client.on('error', settle));
    await client.connect();
    await database.drop();
    expect(await ended).toMatchObject({ code: '57P01' });
    await expect(runSql(database.url, 'SELECT 1')).rejects.toMatchObject({ code: '3D000' });
  });
});
