import type { DataSource, EntityMetadata } from 'typeorm';
import { sqlIndexStatements } from '../../../src/database/entities/sql-index.decorator';
import { createServedViews } from '../../../src/database/schema/served-views';
import { createEmptyDatabase, type OpenDatabase, openTestDatabase } from '../../support/databases/test-database';
import { withSequentialQueries } from '../../support/databases/sequential-queries';

/** Tables that no entity describes. */
const UNMAPPED = ['schema_migrations'];

/** Matches quoted numbers. The defaults `'0'::bigint` and `0` are equal. */
const QUOTED_NUMBER = /'(-?\d+)'::(?:bigint|integer)/g;

/** The definitions of the functions in expressions of indexes. No entity describes functions. */
const INDEX_FUNCTIONS = `
SELECT DISTINCT pg_get_functiondef(p.oid) AS definition
  FROM pg_proc p JOIN pg_depend d ON d.refclassid = 'pg_proc'::regclass AND d.refobjid = p.oid
  JOIN pg_index i ON d.classid = 'pg_class'::regclass AND d.objid = i.indexrelid
 WHERE p.pronamespace = 'public'::regnamespace`;

/** Queries for the table, name and definition of each column, constraint, index or part of a view. */
const CATALOG: Readonly<Record<string, string>> = {
  columns: `
    SELECT c.relname AS "table", a.attname AS name,
           concat_ws(' ', format_type(a.atttypid, a.atttypmod), CASE WHEN a.attnotnull THEN 'NOT NULL' END,
             'DEFAULT ' || pg_get_expr(d.adbin, d.adrelid),
             'COLLATE ' || (SELECT collname FROM pg_collation WHERE oid = a.attcollation)) AS definition
      FROM pg_attribute a
      JOIN pg_class c ON c.oid = a.attrelid AND c.relkind IN ('r', 'v')
      LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
     WHERE c.relnamespace = 'public'::regnamespace AND a.attnum > 0 AND NOT a.attisdropped`,
  constraints: `
    SELECT conrelid::regclass::text AS "table", conname AS name, pg_get_constraintdef(oid) AS definition
      FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype <> 'n'`,
  indexes: `
    SELECT tablename AS "table", indexname AS name, indexdef AS definition
      FROM pg_indexes WHERE schemaname = 'public'`,
  // The order of a view's columns does not matter.
  views: `
    SELECT c.relname AS "table", coalesce(array_to_string(c.reloptions, ', '), 'no options') AS name, part AS definition
      FROM pg_class c CROSS JOIN LATERAL regexp_split_to_table(pg_get_viewdef(c.oid), ',?\\s*\\n\\s*') AS part
     WHERE c.relkind = 'v' AND c.relnamespace = 'public'::regnamespace`,
};

describe('entities and migrations', () => {
  let opened: OpenDatabase[];
  let migrated: DataSource;
  let synchronized: DataSource;

  beforeAll(async () => {
    const [template, empty] = await Promise.all([openTestDatabase(), openTestDatabase({}, createEmptyDatabase())]);
    opened = [template, empty];
    migrated = template.dataSource;
    synchronized = empty.dataSource;
    await withSequentialQueries(synchronized, () => synchronized.synchronize());
    for (const { definition } of await migrated.query<{ definition: string }[]>(INDEX_FUNCTIONS))
      await synchronized.query(definition);
    for (const statement of synchronized.entityMetadatas.flatMap((entity) => [
      ...sqlIndexStatements(entity),
      ...viewStatements(entity),
    ])) {
      await synchronized.query(statement);
    }
  });

  afterAll(async () => {
    for (const database of opened) await database.close();
  });

  it.each(Object.entries(CATALOG))('describe the same %s', async (_what, query) => {
    const described = await readCatalog(synchronized, query);
    expect(described.length).toBeGreaterThan(20);
    expect(described).toEqual(await readCatalog(migrated, query));
  });

  it('leave no difference for a generated migration', async () => {
    const { upQueries } = await withSequentialQueries(migrated, () => migrated.driver.createSchemaBuilder().log());
    expect(upQueries.map(({ query }) => query)).toEqual([]);
  });

  it('add a new column of a table to its view', async () => {
    const runner = migrated.createQueryRunner();
    await runner.startTransaction();
    try {
      await createServedViews(runner, [
        'ALTER TABLE intelligence_media_context ADD COLUMN mood text, ALTER year TYPE bigint',
      ]);
      await expect(runner.query('SELECT mood, year FROM served_media_context')).resolves.toEqual([]);
    } finally {
      await runner.rollbackTransaction();
      await runner.release();
    }
  });

  it('leave no migration pending', async () => {
    expect(await migrated.showMigrations()).toBe(false);
  });
});

/**
 * Returns the statement that creates the view of an entity, if it has one. `synchronize` does not create these views,
 * because their entities have `synchronize: false`.
 */
function viewStatements({ tableType, tableName, expression }: EntityMetadata): string[] {
  return tableType === 'view' ? [`CREATE VIEW ${tableName} AS ${String(expression)}`] : [];
}

async function readCatalog(dataSource: DataSource, query: string): Promise<string[]> {
  const rows: { table: string; name: string; definition: string }[] = await dataSource.query(query);
  return rows
    .filter(({ table }) => !UNMAPPED.includes(table))
    .map(({ table, name, definition }) => `${table}.${name}: ${definition.replace(QUOTED_NUMBER, '$1')}`)
    .sort();
}
