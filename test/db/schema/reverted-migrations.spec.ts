import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../../src/database/data-source-options';
import { MIGRATIONS } from '../../../src/database/migrations';
import { ForwardMigration } from '../../../src/database/migrations/forward-migration';
import { UsersInWatchIndex1763700001150 } from '../../../src/database/migrations/third-release/indexes/1763700001150-users-in-watch-index';
import { runSql } from '../../support/databases/sql';
import { createEmptyDatabase, runMigrations, type TestDatabase } from '../../support/databases/test-database';
import { eventually } from '../../support/eventually';

const REVERTIBLE = MIGRATIONS.filter(({ prototype }) => !(prototype instanceof ForwardMigration));

/** Describes each column, constraint, index, view, trigger and function of the schema. */
const SCHEMA_SQL = `
SELECT concat_ws(' ', 'column', attrelid::regclass, attname, format_type(atttypid, atttypmod), attnotnull,
                 pg_get_expr(adbin, adrelid)) AS part
  FROM pg_attribute JOIN pg_class c ON c.oid = attrelid AND c.relkind IN ('r', 'v')
  LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
 WHERE relnamespace = 'public'::regnamespace AND attnum > 0 AND NOT attisdropped
 UNION ALL
SELECT concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid))
  FROM pg_constraint WHERE connamespace = 'public'::regnamespace
 UNION ALL
SELECT concat_ws(' ', 'index', pg_get_indexdef(indexrelid), indisvalid)
  FROM pg_index JOIN pg_class c ON c.oid = indexrelid WHERE relnamespace = 'public'::regnamespace
 UNION ALL
SELECT concat_ws(' ', 'view', oid::regclass, pg_get_viewdef(oid), reloptions)
  FROM pg_class WHERE relkind = 'v' AND relnamespace = 'public'::regnamespace
 UNION ALL
SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
 UNION ALL
SELECT pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
 ORDER BY 1`;

let database: TestDatabase;
beforeAll(async () => {
  database = await createEmptyDatabase();
});
afterAll(() => database.drop());

async function readSchema(): Promise<unknown[]> {
  return (await runSql<{ part: string }>(database.url, SCHEMA_SQL)).map(({ part }) => part);
}

/** Reverts the last migration as TypeORM's own command line does. */
async function revertLast(url: string): Promise<void> {
  const dataSource = await new DataSource(dataSourceOptions({ url })).initialize();
  try {
    await dataSource.undoLastMigration();
  } finally {
    await dataSource.destroy();
  }
}

test.each(REVERTIBLE.map((migration) => [migration.name, migration] as const))(
  'a reverted migration leaves the schema as it was, and can run again: %s',
  async (_, migration) => {
    const earlier = MIGRATIONS.slice(0, MIGRATIONS.indexOf(migration));
    await runMigrations(database.url, earlier);
    const before = await readSchema();
    await runMigrations(database.url, [...earlier, migration]);
    const after = await readSchema();
    expect(after).not.toEqual(before);
    await revertLast(database.url);
    expect(await readSchema()).toEqual(before);
    await runMigrations(database.url, [...earlier, migration]);
    expect(await readSchema()).toEqual(after);
  },
);

test('the index of watch states is built again while readers read', async () => {
  const other = await createEmptyDatabase();
  const writer = new Client({ connectionString: other.url });
  try {
    await runMigrations(other.url, MIGRATIONS.slice(0, MIGRATIONS.indexOf(UsersInWatchIndex1763700001150) + 1));
    await writer.connect();
    await writer.query('BEGIN; LOCK TABLE watch_states IN ROW EXCLUSIVE MODE');
    const reverted = revertLast(other.url);
    await eventually(async () => {
      const waiting = await runSql(
        other.url,
        `SELECT FROM pg_locks WHERE relation = 'watch_states'::regclass AND NOT granted`,
      );
      return waiting.length > 0;
    });
    // A reader waits only if the migration waits for a lock that excludes readers.
    await runSql(other.url, `SET lock_timeout = '1s'; SELECT FROM watch_states`);
    await writer.query('COMMIT');
    await reverted;
  } finally {
    await writer.end();
    await other.drop();
  }
});
