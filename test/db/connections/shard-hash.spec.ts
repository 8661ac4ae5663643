import fc from 'fast-check';
import { shardHash } from '../../../src/database/distribution/nodes/shard-hash';
import { createTestDatabase, type TestDatabase } from '../../support/databases/test-database';
import { runSql } from '../../support/databases/sql';

const IDS = 5_000;

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe('the hash that decides the shard of an id', () => {
  it("is PostgreSQL's hash of a UUID", async () => {
    const ids = [
      '00000000-0000-0000-0000-000000000000',
      'ffffffff-ffff-ffff-ffff-ffffffffffff',
      'FFFFFFFF-0000-4000-8000-00000000000A',
      ...fc.sample(fc.uuid(), IDS),
    ];
    const rows = await runSql<{ id: string; hash: number }>(
      database.url,
      'SELECT id, uuid_hash(id::uuid) AS hash FROM unnest($1::text[]) AS id',
      [ids],
    );
    expect(rows.length).toBe(ids.length);
    expect(rows.filter(({ id, hash }) => shardHash(id) !== hash)).toEqual([]);
  });
});
