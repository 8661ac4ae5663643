import { randomBytes } from 'node:crypto';
import { escapeIdentifier } from 'pg';
import { DataSource, type DataSourceOptions, type MigrationInterface } from 'typeorm';
import { dataSourceOptions } from '../../../src/database/data-source-options';
import { MIGRATIONS } from '../../../src/database/migrations';
import { createDistributedDatabase } from '../citus/citus-database';
import { setUp } from '../set-up';
import { runSql } from './sql';
import { TEST_SERVER_URL, TEST_TEMPLATE_DATABASE, withDatabase } from './test-server';

type MigrationClass = new () => MigrationInterface;

/** A database of one test file. */
export interface TestDatabase {
  /** URL of the database, with user and password. */
  url: string;
  name: string;
  /** Drops the database and closes its open connections. */
  drop(): Promise<void>;
}

/** URL of the coordinator of a Citus cluster. If it is set, test files use distributed databases there. */
const DISTRIBUTED_URL = process.env['TEST_CITUS_URL'] ?? '';

/**
 * Creates a migrated database: a clone of the template, which takes about 20 ms, or a distributed database if
 * TEST_CITUS_URL is set. Call it in `beforeAll`, and `drop` in `afterAll`.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  if (DISTRIBUTED_URL !== '') return createDistributedDatabase(DISTRIBUTED_URL);
  // The test server does not sync files to disk, so FILE_COPY is faster than a copy through the write-ahead log.
  return createDatabase(`${escapeIdentifier(requireVariable(TEST_TEMPLATE_DATABASE))} STRATEGY FILE_COPY`);
}

/** Creates a database without tables, for tests of the migrations. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  return createDatabase('template0');
}

/** Creates a migrated database that sorts texts by the rules of a language, as many production databases do. */
export async function createEnglishDatabase(): Promise<TestDatabase> {
  return setUp(async (closings) => {
    const database = await createDatabase(`template0 LOCALE_PROVIDER icu ICU_LOCALE 'en-US'`);
    closings.add(() => database.drop());
    await runMigrations(database.url, MIGRATIONS);
    return database;
  });
}

/** A test database with a connection pool. */
export interface OpenDatabase {
  readonly database: TestDatabase;
  readonly dataSource: DataSource;
  /** Closes the connections and drops the database. */
  close(): Promise<void>;
}

/** Opens a database, by default a clone of the template. Call it in `beforeAll`, and `close` in `afterAll`. */
export async function openTestDatabase(
  options: Pick<DataSourceOptions, 'entities'> = {},
  creating: Promise<TestDatabase> = createTestDatabase(),
): Promise<OpenDatabase> {
  return setUp(async (closings) => {
    const database = await creating;
    closings.add(() => database.drop());
    const dataSource = await new DataSource({ ...dataSourceOptions({ url: database.url }), ...options }).initialize();
    closings.add(() => dataSource.destroy());
    return { database, dataSource, close: () => closings.close() };
  });
}

/** Runs the migrations that have not run on the database yet. */
export async function runMigrations(url: string, migrations: readonly MigrationClass[]): Promise<void> {
  const options = { ...dataSourceOptions({ url }), migrations: [...migrations] };
  const dataSource = await new DataSource(options).initialize();
  try {
    await dataSource.runMigrations();
  } finally {
    await dataSource.destroy();
  }
}

async function createDatabase(template: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await runOnServer(`CREATE DATABASE ${escapeIdentifier(name)} TEMPLATE ${template}`);
  return {
    url: withDatabase(requireVariable(TEST_SERVER_URL), name),
    name,
    drop: () => runOnServer(`DROP DATABASE IF EXISTS ${escapeIdentifier(name)} WITH (FORCE)`),
  };
}

async function runOnServer(statement: string): Promise<void> {
  await runSql(requireVariable(TEST_SERVER_URL), statement);
}

function requireVariable(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '') throw new Error(`${name} is not set: the global setup did not run.`);
  return value;
}
