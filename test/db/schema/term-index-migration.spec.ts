import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../../src/database/data-source-options';
import { MIGRATIONS } from '../../../src/database/migrations';
import { TermsByLibrary1763700001160 } from '../../../src/database/migrations/third-release/indexes/1763700001160-terms-by-library';
import { migrate } from '../../../src/database/schema/migrate';
import { runSql } from '../../support/databases/sql';
import { createEmptyDatabase, runMigrations, type TestDatabase } from '../../support/databases/test-database';
import { eventually } from '../../support/eventually';

const FACETS = 'intelligence_media_context_library_facets_ix';
const WORDS = 'intelligence_search_documents_library_words_ix';
const INDEX_OF_MIGRATION = MIGRATIONS.indexOf(TermsByLibrary1763700001160);

let database: TestDatabase;
beforeEach(async () => {
  database = await createEmptyDatabase();
  await runMigrations(database.url, MIGRATIONS.slice(0, INDEX_OF_MIGRATION));
});
afterEach(() => database.drop());

const query = (text: string): Promise<Record<string, unknown>[]> => runSql(database.url, text);

async function revertLast(): Promise<void> {
  const dataSource = await new DataSource(dataSourceOptions({ url: database.url })).initialize();
  try {
    await dataSource.undoLastMigration();
  } finally {
    await dataSource.destroy();
  }
}

/**
 * The indexes of facet keys and lexemes: their names and ids, whether they contain hashes of libraries and terms,
 * whether queries can use them, and whether ANALYZE leaves them out.
 */
const readIndexes = (): Promise<Record<string, unknown>[]> =>
  query(`SELECT c.relname AS name, c.oid, pg_get_indexdef(c.oid) LIKE '%intelligence_library_terms%' AS has_hashes,
                i.indisvalid AS is_valid, (a.attstattarget = 0) IS TRUE AS has_no_statistics
           FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
           JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = 1
          WHERE c.relname ~ '(media_context|search_documents)_.*(facets|lexemes|words)_ix' ORDER BY 1`);

const index = (name: string): unknown => ({
  name,
  oid: expect.any(Number),
  has_hashes: true,
  is_valid: true,
  has_no_statistics: true,
});

async function expectBothIndexes(): Promise<void> {
  expect(await readIndexes()).toEqual(expect.arrayContaining([index(FACETS), index(WORDS)]));
}

/** Waits until the migration builds an index. The build then waits for the writer of `openWriter` to end. */
const untilBuilding = (): Promise<unknown> =>
  eventually(async () => {
    const rows = await query(`SELECT FROM pg_stat_progress_create_index
                               WHERE datname = current_database() AND relid = 'intelligence_media_context'::regclass`);
    return rows.length > 0;
  });

async function openWriter(): Promise<Client> {
  const writer = new Client({ connectionString: database.url });
  await writer.connect();
  await writer.query('BEGIN; LOCK TABLE intelligence_media_context IN ROW EXCLUSIVE MODE');
  return writer;
}

test('the migration adds two indexes of hashes, builds no present index again, and can be reverted', async () => {
  const before = await readIndexes();
  expect(before).toHaveLength(2);
  await runMigrations(database.url, MIGRATIONS.slice(0, INDEX_OF_MIGRATION + 1));
  const after = await readIndexes();
  expect(after).toHaveLength(4);
  expect(after).toEqual(expect.arrayContaining([...before, index(FACETS), index(WORDS)]));
  await revertLast();
  expect(await readIndexes()).toEqual(before);
});

test('the migration lets other writers write while it waits for a writer', async () => {
  const writer = await openWriter();
  const migrating = migrate(database.url);
  await untilBuilding();
  await query(`SET lock_timeout = '2s'; UPDATE intelligence_media_context SET title = title`);
  await writer.query('COMMIT');
  await writer.end();
  await migrating;
  await expectBothIndexes();
});

test('the migration can run again if it was stopped while it built an index', async () => {
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
  await expectBothIndexes();
});

test.each([FACETS, WORDS])('the migration builds %s again if an earlier run left it', async (name) => {
  await query(`CREATE INDEX ${name} ON intelligence_media_context USING gin (provider_keys)`);
  await migrate(database.url);
  await expectBothIndexes();
});
