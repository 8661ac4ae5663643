import type { DataSource } from 'typeorm';
import { MIGRATIONS } from '../../../src/database/migrations';
import { oldestReleaseOf } from '../../../src/database/schema/contract-migrations';
import { findContractions, readSchema, type Schema } from '../../support/checks/schema-contractions';
import {
  createEmptyDatabase,
  type OpenDatabase,
  openTestDatabase,
  runMigrations,
} from '../../support/databases/test-database';

/** Migrations that are older than the rule that servers of two releases can run at the same time. */
const BEFORE_THE_RULE = new Set([
  ...MIGRATIONS.slice(
    0,
    MIGRATIONS.findIndex(({ name }) => name === 'Spellings1763700000038'),
  ).map(({ name }) => name),
  'Spellings1763700000038',
  'LexiconByLibrary1763700000048',
  'ProminenceByLibrary1763700000049',
  'FacetsByKey1763700000050',
  'LibraryRevisions1763700000057',
  'LoginAttempts1763700000067',
  'UsernameSkeletons1763700000068',
  'TokenValidity1763700000069',
  'Browsing1763700000078',
  'ServiceAccounts1763700000083',
  'AuditLog1763700000084',
  'ActingServices1763700000085',
  'RightsByClaims1763700000086',
  'DeriveAgain1763700000092',
]);

/** Allowed results of `findContractions`. Each value says why servers of the previous release still work. */
const HARMLESS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['added', 'year', 'popularity'].map((sort) => [
      `RangesInSortIndexes1763700001110: index intelligence_search_documents.intelligence_search_documents_${sort}_ix is new or changed`,
      'The index has the same key columns as before, so that it serves the same statements.',
    ]),
  ),
  'UsersInWatchIndex1763700001150: index watch_states.watch_states_media_ix is new or changed':
    'The index begins with the same columns as before, so that it serves the same statements.',
};

let open: OpenDatabase;
afterEach(() => open.close());

test('only a migration with a release in its name removes what the previous release uses', async () => {
  open = await openTestDatabase({}, createEmptyDatabase());
  const { database, dataSource } = open;
  const applied = MIGRATIONS.filter(({ name }) => BEFORE_THE_RULE.has(name));
  expect(applied.length).toBe(BEFORE_THE_RULE.size);
  await runMigrations(database.url, applied);
  const reported: string[] = [];
  for (const migration of MIGRATIONS.filter(({ name }) => !BEFORE_THE_RULE.has(name))) {
    const before = await readSchema(dataSource);
    applied.push(migration);
    await runMigrations(database.url, applied);
    const contractions = findContractions(before, await readSchema(dataSource));
    if (oldestReleaseOf(migration.name) === null)
      reported.push(...contractions.map((text) => `${migration.name}: ${text}`));
  }
  expect(reported.filter((text) => HARMLESS[text] === undefined)).toEqual([]);
});

describe('the comparison of schemas', () => {
  let dataSource: DataSource;
  let before: Schema;
  beforeEach(async () => {
    open = await openTestDatabase();
    ({ dataSource } = open);
    before = await readSchema(dataSource);
  });

  const contractionsOf = async (...statements: string[]): Promise<string[]> => {
    for (const statement of statements) await dataSource.query(statement);
    return findContractions(before, await readSchema(dataSource));
  };

  test.each([
    ['drops a column', 'ALTER TABLE users DROP scopes CASCADE', 'column users.scopes is gone'],
    ['renames a column', 'ALTER TABLE libraries RENAME name TO label', 'column libraries.name is gone'],
    ['drops a table', 'DROP TABLE intelligence_spellings', 'column intelligence_spellings.word is gone'],
    ['drops a view', 'DROP VIEW served_media_context', 'column served_media_context.title is gone'],
    ['changes a type', 'ALTER TABLE media_items ALTER year TYPE bigint', 'column media_items.year has another type'],
    ['forbids null', 'ALTER TABLE media_items ALTER title SET NOT NULL', 'column media_items.title must not be null'],
    ['drops a default', 'ALTER TABLE users ALTER created_at DROP DEFAULT', 'column users.created_at has no default'],
    [
      'requires a new column',
      'ALTER TABLE libraries ADD note text NOT NULL',
      'new column libraries.note must be given',
    ],
    [
      'adds a check of an existing column',
      'ALTER TABLE libraries ADD CONSTRAINT name_ck CHECK (length(name) < 100)',
      'constraint libraries.name_ck is new or changed',
    ],
    [
      'adds a unique index of an existing column',
      'CREATE UNIQUE INDEX name_ux ON libraries (name)',
      'unique index libraries.name_ux is new or changed',
    ],
    [
      'drops a primary key, which ON CONFLICT may name',
      'ALTER TABLE intelligence_spellings DROP CONSTRAINT intelligence_spellings_pk',
      'constraint intelligence_spellings.intelligence_spellings_pk is gone',
    ],
    [
      'drops an index',
      'DROP INDEX intelligence_media_context_facets_ix',
      'index intelligence_media_context.intelligence_media_context_facets_ix is gone',
    ],
  ])('reports a migration that %s', async (_, statement, expected) => {
    expect(await contractionsOf(statement)).toContain(expected);
  });

  test.each([
    ['constraint', 'ALTER TABLE libraries DROP CONSTRAINT name_rule'],
    ['index', 'DROP INDEX name_rule'],
    ['trigger', 'DROP TRIGGER name_rule ON libraries'],
  ])('reports a migration that drops a %s, even if other objects have the same name', async (kind, statement) => {
    await dataSource.query('ALTER TABLE libraries ADD CONSTRAINT name_rule CHECK (length(name) < 100)');
    await dataSource.query('CREATE INDEX name_rule ON libraries (name)');
    await dataSource.query(
      `CREATE TRIGGER name_rule BEFORE UPDATE ON libraries
          FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()`,
    );
    before = await readSchema(dataSource);
    expect(await contractionsOf(statement)).toEqual([`${kind} libraries.name_rule is gone`]);
  });

  test('reports nothing for a migration that only adds', async () => {
    const contractions = await contractionsOf(
      'CREATE TABLE notes (note_id uuid PRIMARY KEY, text text NOT NULL CHECK (length(text) < 100))',
      `ALTER TABLE libraries ADD note text NOT NULL DEFAULT '', ADD rank integer CHECK (rank > 0)`,
      'ALTER TABLE media_items ALTER content_hash DROP NOT NULL',
      'CREATE INDEX libraries_name_ix ON libraries (name)',
    );
    expect(contractions).toEqual([]);
  });
});
