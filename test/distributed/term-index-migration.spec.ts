import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../src/database/data-source-options';
import { distribute } from '../../src/database/distribution/distribute';
import { MIGRATIONS } from '../../src/database/migrations';
import { TermsByLibrary1763700001160 } from '../../src/database/migrations/third-release/indexes/1763700001160-terms-by-library';
import { UsersInWatchIndex1763700001150 } from '../../src/database/migrations/third-release/indexes/1763700001150-users-in-watch-index';
import { migrate } from '../../src/database/schema/migrate';
import { type CitusDatabase, createCitusDatabase } from '../support/citus/citus-database';
import { runMigrations } from '../support/databases/test-database';

const CITUS_URL = process.env['CITUS_URL'] ?? '';
const onCitus = CITUS_URL === '' ? describe.skip : describe;

onCitus('the migrations of indexes on a distributed database', () => {
  let database: CitusDatabase;

  beforeAll(async () => {
    database = await createCitusDatabase(CITUS_URL);
    const earlier = MIGRATIONS.slice(0, MIGRATIONS.indexOf(UsersInWatchIndex1763700001150));
    await runMigrations(database.url, earlier);
    await distribute(database.url, () => undefined);
  }, 300_000);
  afterAll(() => database?.drop());

  it('build the indexes by library on all shards, and add the user to that of watch states', async () => {
    const migrated = await migrate(database.url);
    expect(migrated).toEqual(
      expect.arrayContaining([UsersInWatchIndex1763700001150.name, TermsByLibrary1763700001160.name]),
    );
    await expectOnAllShards(
      'intelligence_(media_context_library_facets|search_documents_library_words)_ix',
      'gin .*intelligence_library_terms.*WHERE',
      'attstattarget = 0',
    );
    await expectOnAllShards('watch_states_media_ix', 'library_id, media_id, user_id');
  }, 300_000);

  it('can be reverted', async () => {
    const dataSource = await new DataSource(dataSourceOptions({ url: database.url })).initialize();
    try {
      await dataSource.undoLastMigration();
      await dataSource.undoLastMigration();
    } finally {
      await dataSource.destroy();
    }
    await expectOnAllShards('watch_states_media_ix', 'library_id, media_id[)]');
  }, 300_000);

  /**
   * Expects that all indexes whose name begins with `name` are valid, that their definition matches the pattern
   * `definition`, and that `condition` is true. `condition` is SQL about `a`, the `pg_attribute` of the first column.
   */
  async function expectOnAllShards(name: string, definition: string, condition = 'true'): Promise<void> {
    const rows = await database.query<{ result: string }>(
      `SELECT DISTINCT result FROM run_command_on_all_nodes($q$
         SELECT count(*) FILTER (WHERE pg_get_indexdef(i.indexrelid) ~ '${definition}' AND i.indisvalid AND ${condition})
                || ' of ' || count(*)
           FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
           JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = 1
          WHERE c.relname ~ '^${name}(_\\d|$)'$q$)`,
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { result } of rows) {
      const [valid, all] = result.split(' of ');
      expect(Number(all)).toBeGreaterThan(0);
      expect(valid).toBe(all);
    }
  }
});
