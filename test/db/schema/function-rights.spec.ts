import { MIGRATIONS } from '../../../src/database/migrations';
import { wordsByLibrary } from '../../../src/database/entities/read-model/library-terms';
import { codeOf, type RoleDatabase, withRoles } from '../../support/databases/role-database';
import { runSql } from '../../support/databases/sql';
import { createEmptyDatabase, runMigrations } from '../../support/databases/test-database';

const FUNCTION = 'intelligence_library_terms(uuid, text[], text[])';
const LIBRARY = '11111111-1111-4111-8111-111111111111';

/** Writes a movie to the index of words by library. */
const WRITE = `
INSERT INTO intelligence_search_documents
       (library_id, media_id, media_kind, available, status, year, prominence, title_key, titles, profile, lexemes,
        revision)
VALUES ('${LIBRARY}', gen_random_uuid(), 'movie', true, 'ready', 1920, 0, 'one', 'one', 'AA',
        array_to_tsvector('{tone}'::text[]), 1)`;
const READ = `SELECT FROM intelligence_search_documents WHERE ${wordsByLibrary()} && '{1}'`;

describe('the function of the indexes of terms, if nobody may execute new functions by default', () => {
  let database: RoleDatabase;
  beforeAll(async () => {
    const empty = await createEmptyDatabase();
    await runSql(empty.url, 'ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC');
    await runMigrations(empty.url, MIGRATIONS);
    database = await withRoles(empty);
    await runSql(
      database.url,
      `INSERT INTO libraries (library_id, name, library_kind, revision) VALUES ('${LIBRARY}', 'One', 'movies', 1)`,
    );
  });
  afterAll(() => database.drop());

  // Writers of the previous release write to the indexes while migrations run, before the roles get their rights.
  it('may be executed by every role after the migration', async () => {
    const rows = await runSql(database.url, `SELECT has_function_privilege('public', '${FUNCTION}', 'EXECUTE') AS may`);
    expect(rows).toEqual([{ may: true }]);
  });

  it('may be executed by the writer and the reader of a database that was restored without privileges', async () => {
    await runSql(database.url, `REVOKE EXECUTE ON FUNCTION ${FUNCTION} FROM PUBLIC`);
    expect(await codeOf(database.urls.writer, WRITE)).toBe('allowed');
    expect(await codeOf(database.urls.reader, READ)).toBe('allowed');
  });
});
