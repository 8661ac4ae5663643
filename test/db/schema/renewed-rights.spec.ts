import { randomBytes } from 'node:crypto';
import { MIGRATIONS } from '../../../src/database/migrations';
import { RIGHTS_VERSION } from '../../../src/database/roles/row-policies';
import { migrate } from '../../../src/database/schema/migrate';
import { codeOf, createRoleDatabase, type RoleDatabase, rolesOf } from '../../support/databases/role-database';
import { runSql, withConnection } from '../../support/databases/sql';
import { createTestDatabase, runMigrations } from '../../support/databases/test-database';

const DENIED = '42501';

describe('after a migration', () => {
  let database: RoleDatabase;
  beforeAll(async () => {
    database = await createRoleDatabase();
  });
  afterAll(() => database.drop());

  /** A migration that can be repeated. It runs again in each test. */
  const REPEATED = 'RangesInSortIndexes1763700001110';

  beforeEach(() => runSql(database.url, 'DELETE FROM schema_migrations WHERE name = $1', [REPEATED]));

  it('the roles have their rights on new tables without another run of the command `roles`', async () => {
    const [, reader] = rolesOf(database.urls);
    await withConnection(database.url, async (client) => {
      await client.query('CREATE TABLE added (id serial)');
      await client.query(`GRANT SELECT ON users TO ${reader}`);
      await client.query('DROP POLICY intelligence_reader ON watch_states');
      await client.query('ALTER TABLE watch_states DISABLE ROW LEVEL SECURITY, NO FORCE ROW LEVEL SECURITY');
    });
    expect(await codeOf(database.urls.writer, 'INSERT INTO added DEFAULT VALUES')).toBe(DENIED);
    expect(await migrate(database.urls.migration)).toEqual([REPEATED]);
    expect(await codeOf(database.urls.writer, 'INSERT INTO added DEFAULT VALUES')).toBe('allowed');
    expect(await codeOf(database.urls.reader, 'SELECT id FROM added')).toBe('allowed');
    expect(await codeOf(database.urls.reader, 'SELECT password_hash FROM users')).toBe(DENIED);
    const policies = await runSql(
      database.url,
      `SELECT count(*)::int AS policies, bool_and(relrowsecurity AND relforcerowsecurity) AS limited
           FROM pg_policies JOIN pg_class ON oid = tablename::regclass WHERE tablename = 'watch_states'`,
    );
    expect(policies).toEqual([{ policies: 2, limited: true }]);
  });

  it('that was killed before the roles got rights, the next run gives them, and later runs lock nothing', async () => {
    await runSql(database.url, 'CREATE TABLE unfinished (id serial)');
    await runMigrations(database.urls.migration, MIGRATIONS);
    expect(await codeOf(database.urls.writer, 'INSERT INTO unfinished DEFAULT VALUES')).toBe(DENIED);
    expect(await migrate(database.urls.migration)).toEqual([]);
    expect(await codeOf(database.urls.writer, 'INSERT INTO unfinished DEFAULT VALUES')).toBe('allowed');
    await withConnection(database.urls.writer, async (client) => {
      await client.query('BEGIN; SELECT FROM watch_states');
      expect(await migrate(database.urls.migration)).toEqual([]);
    });
  });

  it.each([
    ['the roles get the rights that a new release changes', RIGHTS_VERSION - 1, 7],
    ['the roles keep the rights of a later release', RIGHTS_VERSION + 1, 6],
  ])('%s', async (_, version, policies) => {
    await migrate(database.urls.migration);
    // All migrations have smaller ids, so only the version decides whether the roles get rights.
    const note = `rights ${version}, migration 9999`;
    await runSql(
      database.url,
      `COMMENT ON POLICY intelligence_words ON intelligence_artifacts IS '${note}';
       DROP POLICY intelligence_writer_delete ON intelligence_artifacts`,
    );
    for (const url of [database.urls.writer, database.urls.migration]) expect(await migrate(url)).toEqual([]);
    // The statement above has dropped one of seven restrictive policies.
    const restrictive = await runSql(database.url, 'SELECT FROM pg_policies WHERE permissive = $1', ['RESTRICTIVE']);
    expect(restrictive).toHaveLength(policies);
    await runSql(database.url, `COMMENT ON POLICY intelligence_words ON intelligence_artifacts IS NULL`);
    await migrate(database.urls.migration);
  });

  it('roles get their rights when a long read ends, and other reads wait less than five seconds', async () => {
    let longestMs = 0;
    await withConnection(database.urls.writer, async (client) => {
      await client.query('BEGIN; SELECT FROM watch_states');
      let hasEnded = false;
      const migration = migrate(database.urls.migration).finally(() => (hasEnded = true));
      await withConnection(database.urls.writer, async (reader) => {
        for (const end = performance.now() + 3_000; performance.now() < end;) {
          const startedAt = performance.now();
          await reader.query('SELECT FROM watch_states LIMIT 1');
          longestMs = Math.max(longestMs, performance.now() - startedAt);
        }
      });
      expect(hasEnded).toBe(false);
      expect(longestMs).toBeLessThan(5_000);
      await client.query('COMMIT');
      expect(await migration).toEqual([REPEATED]);
    });
  });

  it('that leaves the roles without their rights, the error names the command to run', async () => {
    const rename = (from: string, to: string): Promise<unknown> =>
      runSql(database.url, `ALTER TABLE ${from} RENAME TO ${to}`);
    await rename('intelligence_idempotency_keys', 'other_keys');
    try {
      await expect(migrate(database.urls.migration)).rejects.toThrow(
        /is migrated, but the roles .* Run `npm run cli -- migrate` again/,
      );
    } finally {
      await rename('other_keys', 'intelligence_idempotency_keys');
    }
  });

  it('by a role that may not change roles, the error names the setting with the URL of this role', async () => {
    await migrate(database.urls.migration);
    const migrator = `test_migrator_${randomBytes(6).toString('hex')}`;
    const url = new URL(database.url);
    [url.username, url.password] = [migrator, 'secret'];
    await runSql(
      database.url,
      `CREATE ROLE ${migrator} LOGIN PASSWORD 'secret';
       GRANT ${migrator} TO CURRENT_USER;
       GRANT CONNECT ON DATABASE ${database.name} TO ${migrator};
       GRANT ALL ON SCHEMA public TO ${migrator};
       GRANT SELECT ON schema_migrations TO ${migrator};
       COMMENT ON POLICY intelligence_words ON intelligence_artifacts IS NULL;
       ALTER TABLE intelligence_artifacts OWNER TO ${migrator}`,
    );
    try {
      for (const setting of ['DATABASE_URL', 'DATABASE_MIGRATION_URL']) {
        const words = `The role of ${setting} needs CREATEROLE (`;
        await expect(migrate(url.toString(), undefined, setting)).rejects.toThrow(words);
      }
    } finally {
      await runSql(
        database.url,
        `ALTER TABLE intelligence_artifacts OWNER TO CURRENT_USER;
         REVOKE ALL ON schema_migrations FROM ${migrator};
         REVOKE ALL ON SCHEMA public FROM ${migrator};
         REVOKE CONNECT ON DATABASE ${database.name} FROM ${migrator};
         DROP ROLE ${migrator}`,
      );
    }
  });

  it('of a database without roles, no roles are set up', async () => {
    const plain = await createTestDatabase();
    try {
      await runSql(plain.url, 'DELETE FROM schema_migrations WHERE name = $1', [REPEATED]);
      expect(await migrate(plain.url)).toEqual([REPEATED]);
      expect(await runSql(plain.url, 'SELECT FROM pg_policies')).toEqual([]);
    } finally {
      await plain.drop();
    }
  });
});
