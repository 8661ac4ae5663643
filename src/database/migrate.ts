import { setTimeout as delay } from 'node:timers/promises';
import { Client, escapeIdentifier } from 'pg';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from './data-source-options';

/** Key of the advisory lock that lets one process at a time migrate: TypeORM has none of its own. */
const MIGRATION_LOCK = 0x6d6967;
const LOCK_RETRY_MS = 100;

/**
 * Brings the schema up to date and gives the names of the migrations that ran, none when nothing was pending. Any
 * number of processes may call it at once: one works, the others wait for it.
 */
export async function migrate(url: string): Promise<string[]> {
  return withMigrationLock(url, async (client) => {
    await dropInvalidIndexes(client);
    const dataSource = new DataSource(
      dataSourceOptions({ url, poolSize: 2, statementTimeoutMs: 0, applicationName: 'intelligence-migrate' }),
    );
    await dataSource.initialize();
    try {
      const migrations = await dataSource.runMigrations();
      return migrations.map(({ name }) => name);
    } finally {
      await dataSource.destroy();
    }
  });
}

async function withMigrationLock<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, application_name: 'intelligence-migrate' });
  // The lock goes with the connection: should it break, the work fails by itself at its next statement.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await lock(client);
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Asks again and again, instead of waiting in the server: a waiting statement holds a snapshot, and a concurrent index
 * build of the process that has the lock waits for the end of every older snapshot.
 */
async function lock(client: Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [
      MIGRATION_LOCK,
    ]);
    if (rows[0]?.locked === true) return;
    await delay(LOCK_RETRY_MS);
  }
}

/**
 * Drops what an interrupted concurrent index build left behind: an index that no query uses, that every write keeps up
 * to date, and whose name stands in the way of the next try. One that is being built right now is left alone.
 */
async function dropInvalidIndexes(client: Client): Promise<void> {
  const { rows } = await client.query<{ schema: string; name: string }>(
    `SELECT n.nspname AS schema, c.relname AS name
       FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid JOIN pg_namespace AS n ON n.oid = c.relnamespace
      WHERE NOT i.indisvalid AND c.relkind = 'i' AND n.nspname = current_schema()
        AND NOT EXISTS (SELECT FROM pg_stat_progress_create_index AS p WHERE p.index_relid = c.oid)`,
  );
  for (const { schema, name } of rows) {
    await client.query(`DROP INDEX CONCURRENTLY IF EXISTS ${escapeIdentifier(schema)}.${escapeIdentifier(name)}`);
  }
}
