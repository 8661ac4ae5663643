import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../../src/database/data-source-options';
import { MIGRATIONS } from '../../../src/database/migrations';
import { LibrariesInTermIndexes1763700001140 } from '../../../src/database/migrations/third-release/indexes/1763700001140-libraries-in-term-indexes';
import { TermsByLibrary1763700001160 } from '../../../src/database/migrations/third-release/indexes/1763700001160-terms-by-library';
import { migrate } from '../../../src/database/schema/migrate';
import { runSql } from '../../support/databases/sql';
import { createEmptyDatabase, runMigrations, type TestDatabase } from '../../support/databases/test-database';
import { eventually } from '../../support/eventually';

const FACETS = 'intelligence_media_context_facets_ix';
const LIBRARY_FACETS = 'intelligence_media_context_library_facets_ix';
const LEXEMES = 'intelligence_search_documents_lexemes_ix';
const LIBRARY_WORDS = 'intelligence_search_documents_library_words_ix';
const WITH_LIBRARY = `intelligence_media_context
  USING gin (facet_keys, (CASE WHEN media_kind IN ('movie', 'series') THEN ARRAY[library_id] END))`;

let database: TestDatabase;
beforeEach(async () => {
  database = await createEmptyDatabase();
});
afterEach(() => database.drop());

const query = (text: string): Promise<Record<string, unknown>[]> => runSql(database.url, text);

type Migration = (typeof MIGRATIONS)[number];

const migrateBefore = (migration: Migration): Promise<unknown> =>
  runMigrations(database.url, MIGRATIONS.slice(0, MIGRATIONS.indexOf(migration)));

const migrateUntil = (migration: Migration): Promise<unknown> =>
  runMigrations(database.url, MIGRATIONS.slice(0, MIGRATIONS.indexOf(migration) + 1));

async function revertLast(): Promise<void> {
  const dataSource = await new DataSource(dataSourceOptions({ url: database.url })).initialize();
  try {
    await dataSource.undoLastMigration();
  } finally {
    await dataSource.destroy();
  }
}

/**
 * The indexes of terms, which are facet keys and lexemes: their names, whether they contain the library, and whether
 * queries can use them.
 */
const readIndexes = (): Promise<Record<string, unknown>[]> =>
  query(`SELECT c.relname AS name, pg_get_indexdef(c.oid) LIKE '%library_id%' AS has_library, i.indisvalid AS is_valid
           FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
          WHERE c.relname ~ '_(facets|lexemes|words)_ix' AND c.relname ~ 'media_context|search_documents' ORDER BY 1`);

const expected = (indexes: Record<string, boolean>): Record<string, unknown>[] =>
  Object.entries(indexes).map(([name, has_library]) => ({ name, has_library, is_valid: true }));

const WITHOUT_LIBRARIES = expected({ [FACETS]: false, [LEXEMES]: false });
const WITH_LIBRARIES = expected({ [FACETS]: true, [LEXEMES]: true });
const BY_LIBRARY = expected({ [FACETS]: false, [LIBRARY_FACETS]: true, [LEXEMES]: false, [LIBRARY_WORDS]: true });

const MIGRATIONS_OF_INDEXES = [
  [LibrariesInTermIndexes1763700001140.name, LibrariesInTermIndexes1763700001140, WITHOUT_LIBRARIES, WITH_LIBRARIES],
  [TermsByLibrary1763700001160.name, TermsByLibrary1763700001160, WITH_LIBRARIES, BY_LIBRARY],
] as const;

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

describe.each(MIGRATIONS_OF_INDEXES)('the migration %s', (_, migration, before, after) => {
  beforeEach(() => migrateBefore(migration));

  test('changes the indexes of terms, and can be reverted', async () => {
    expect(await readIndexes()).toEqual(before);
    await migrateUntil(migration);
    expect(await readIndexes()).toEqual(after);
    await revertLast();
    expect(await readIndexes()).toEqual(before);
  });

  test('lets other writers write while it waits for a writer', async () => {
    const writer = await openWriter();
    const migrating = migrate(database.url);
    await untilBuilding();
    await query(`SET lock_timeout = '2s'; UPDATE intelligence_media_context SET title = title`);
    await writer.query('COMMIT');
    await writer.end();
    await migrating;
    expect(await readIndexes()).toEqual(BY_LIBRARY);
  });

  test('can run again if it was stopped while it built an index', async () => {
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
    expect(await readIndexes()).toEqual(BY_LIBRARY);
  });
});

const OTHER_DEFINITION = 'intelligence_media_context USING gin (provider_keys)';

test.each([
  [
    'left an index with another definition',
    LibrariesInTermIndexes1763700001140,
    [`CREATE INDEX ${FACETS}_new ON ${OTHER_DEFINITION}`],
  ],
  ['built an index', LibrariesInTermIndexes1763700001140, [`CREATE INDEX ${FACETS}_new ON ${WITH_LIBRARY}`]],
  [
    'exchanged the names of two indexes',
    LibrariesInTermIndexes1763700001140,
    [`ALTER INDEX ${FACETS} RENAME TO ${FACETS}_old`, `CREATE INDEX ${FACETS} ON ${WITH_LIBRARY}`],
  ],
  [
    'left an index by library with another definition',
    TermsByLibrary1763700001160,
    [`CREATE INDEX ${LIBRARY_FACETS} ON ${OTHER_DEFINITION}`],
  ],
  [
    'exchanged the names of two indexes without libraries',
    TermsByLibrary1763700001160,
    [
      `ALTER INDEX ${FACETS} RENAME TO ${FACETS}_old`,
      `CREATE INDEX ${FACETS} ON intelligence_media_context USING gin (facet_keys)`,
    ],
  ],
])(
  'a migration of the indexes of terms that was killed after it %s can run again',
  async (_, migration, statements) => {
    await migrateBefore(migration);
    for (const statement of statements) await query(statement);
    await migrate(database.url);
    expect(await readIndexes()).toEqual(BY_LIBRARY);
  },
);
