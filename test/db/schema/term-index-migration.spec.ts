import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../../src/database/data-source-options';
import { MIGRATIONS } from '../../../src/database/migrations';
import { LibrariesInTermIndexes1763700001140 } from '../../../src/database/migrations/third-release/indexes/1763700001140-libraries-in-term-indexes';
import { migrate } from '../../../src/database/schema/migrate';
import { runSql } from '../../support/databases/sql';
import { createEmptyDatabase, runMigrations, type TestDatabase } from '../../support/databases/test-database';
import { eventually } from '../../support/eventually';

const INDEX = 'intelligence_media_context_facets_ix';
const DEFINITION = `intelligence_media_context
  USING gin (facet_keys, (CASE WHEN media_kind IN ('movie', 'series') THEN ARRAY[library_id] END))`;

let database: TestDatabase;
beforeEach(async () => {
  database = await createEmptyDatabase();
  await runMigrations(database.url, MIGRATIONS.slice(0, MIGRATIONS.indexOf(LibrariesInTermIndexes1763700001140)));
});
afterEach(() => database.drop());

const query = (text: string): Promise<Record<string, unknown>[]> => runSql(database.url, text);

/**
 * The indexes of terms, which are facet keys and lexemes: their names, whether they contain the library, and whether
 * queries can use them.
 */
const readIndexes = (): Promise<Record<string, unknown>[]> =>
  query(`SELECT c.relname AS name, pg_get_indexdef(c.oid) LIKE '%library_id%' AS has_library, i.indisvalid AS is_valid
           FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
          WHERE c.relname ~ '_(facets|lexemes)_ix' AND i.indrelid <> 'intelligence_lexicon'::regclass ORDER BY 1`);

const indexesWith = (has_library: boolean): Record<string, unknown>[] =>
  [INDEX, 'intelligence_search_documents_lexemes_ix'].map((name) => ({ name, has_library, is_valid: true }));

/** Waits until the migration builds an index. The build then waits for the writer of `openWriter` to end. */
const untilBuilding = (): Promise<unknown> =>
  eventually(async () => {
    const rows = await query(`SELECT FROM pg_stat_progress_create_index WHERE datname = current_database()`);
    return rows.length > 0;
  });

async function openWriter(): Promise<Client> {
  const writer = new Client({ connectionString: database.url });
  await writer.connect();
  await writer.query('BEGIN; LOCK TABLE intelligence_media_context IN ROW EXCLUSIVE MODE');
  return writer;
}

test('both indexes of terms contain the library after the migration, and do not after it is reverted', async () => {
  await runMigrations(database.url, MIGRATIONS.slice(0, MIGRATIONS.indexOf(LibrariesInTermIndexes1763700001140) + 1));
  expect(await readIndexes()).toEqual(indexesWith(true));
  const dataSource = await new DataSource(dataSourceOptions({ url: database.url })).initialize();
  try {
    await dataSource.undoLastMigration();
  } finally {
    await dataSource.destroy();
  }
  expect(await readIndexes()).toEqual(indexesWith(false));
});

test('other writers do not wait while the migration of the indexes of terms waits for a writer', async () => {
  const writer = await openWriter();
  const migrating = migrate(database.url);
  await untilBuilding();
  await query(`SET lock_timeout = '2s'; UPDATE intelligence_media_context SET title = title`);
  await writer.query('COMMIT');
  await writer.end();
  await migrating;
  expect(await readIndexes()).toEqual(indexesWith(true));
});

test('a migration that was stopped while it built an index of terms can run again', async () => {
  const writer = await openWriter();
  const stop = new AbortController();
  const stopped = expect(migrate(database.url, stop.signal)).rejects.toThrow('stopped');
  await untilBuilding();
  stop.abort(new Error('stopped'));
  await stopped;
  await writer.query('COMMIT');
  await writer.end();
  expect(await readIndexes()).toContainEqual(expect.objectContaining({ is_valid: false }));
  await migrate(database.url);
  expect(await readIndexes()).toEqual(indexesWith(true));
});

test('a migration builds an index of terms again if an earlier run left it with another definition', async () => {
  await query(`CREATE INDEX ${INDEX}_new ON intelligence_media_context USING gin (facet_keys)`);
  await migrate(database.url);
  expect(await readIndexes()).toEqual(indexesWith(true));
});

test.each([
  ['built an index of terms', [`CREATE INDEX ${INDEX}_new ON ${DEFINITION}`]],
  [
    'exchanged the names of two indexes of terms',
    [`ALTER INDEX ${INDEX} RENAME TO ${INDEX}_old`, `CREATE INDEX ${INDEX} ON ${DEFINITION}`],
  ],
])('a migration that was killed after it %s can run again', async (_, statements) => {
  for (const statement of statements) await query(statement);
  await migrate(database.url);
  expect(await readIndexes()).toEqual(indexesWith(true));
});
