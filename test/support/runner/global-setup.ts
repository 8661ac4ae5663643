import 'reflect-metadata';
import { escapeIdentifier } from 'pg';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../../src/database/data-source-options';
import { CANARY_CONTENT } from '../checks/canary';
import { runSql } from '../databases/sql';
import { startTestCluster, type TestCluster } from '../databases/test-cluster';
import { TEST_SERVER_URL, TEST_TEMPLATE_DATABASE, withDatabase } from '../databases/test-server';

/** The resources that the global teardown removes. Setup and teardown run in the main process of the test runner. */
interface TestRun {
  /** The server that this run started; null when TEST_DATABASE_URL is set. */
  cluster: TestCluster | null;
  url: string;
  template: string;
}

declare global {
  var intelligenceTestRun: TestRun | undefined;
}

/**
 * Prepares one database server for the whole run, with a migrated template database that each test file clones. Uses
 * the server in TEST_DATABASE_URL, whose role must be allowed to create databases. If the variable is not set, starts
 * a temporary server.
 */
export default async function globalSetup(): Promise<void> {
  const externalUrl = process.env['TEST_DATABASE_URL'];
  const cluster = externalUrl === undefined || externalUrl === '' ? await startTestCluster() : null;
  const url = cluster?.url ?? externalUrl ?? '';
  const run: TestRun = { cluster, url, template: `intelligence_template_${process.pid}` };
  try {
    await createTemplate(run);
  } catch (error) {
    await removeTestRun(run);
    throw error;
  }
  globalThis.intelligenceTestRun = run;
  process.env[TEST_SERVER_URL] = url;
  process.env[TEST_TEMPLATE_DATABASE] = run.template;
}

/** Stops the server if this run started it. Otherwise drops its template on the server of TEST_DATABASE_URL. */
export async function removeTestRun(run: TestRun): Promise<void> {
  if (run.cluster !== null) await run.cluster.stop();
  else await runSql(run.url, `DROP DATABASE IF EXISTS ${escapeIdentifier(run.template)} WITH (FORCE)`);
}

async function createTemplate(run: TestRun): Promise<void> {
  await runSql(run.url, `CREATE DATABASE ${escapeIdentifier(run.template)} TEMPLATE template0`);
  const dataSource = new DataSource(dataSourceOptions({ url: withDatabase(run.url, run.template) }));
  await dataSource.initialize();
  try {
    await dataSource.runMigrations();
    await plantCanary(dataSource);
  } finally {
    // A database with an open connection cannot be cloned.
    await dataSource.destroy();
  }
}

/** Inserts an invalidated artifact that contains the canary. No response or log line may contain its content. */
async function plantCanary(dataSource: DataSource): Promise<void> {
  const [artifact] = await dataSource.query<{ artifact_id: string }[]>(
    `INSERT INTO intelligence_artifacts (partition_id, owner_key, artifact_id, kind, status, title, summary,
                                         content_hash, request_hash)
     SELECT nobody, nobody, gen_random_uuid(), 'analysis', 'invalidated', 'Planted', '', '', ''
       FROM uuid('00000000-0000-0000-0000-000000000000') AS nobody
     RETURNING artifact_id`,
  );
  await dataSource.query(
    `INSERT INTO intelligence_artifact_contents (partition_id, owner_key, artifact_id, content, content_bytes)
     SELECT partition_id, owner_key, artifact_id, $2::text::jsonb, length($2::text)
       FROM intelligence_artifacts WHERE artifact_id = $1::uuid`,
    [artifact?.artifact_id, JSON.stringify(CANARY_CONTENT)],
  );
}
