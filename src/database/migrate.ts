import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from './data-source-options';

/** Key of the advisory lock that lets one process at a time migrate: TypeORM has none of its own. */
const MIGRATION_LOCK = 0x6d6967;

/**
 * Brings the schema up to date and gives the names of the migrations that ran, none when nothing was pending. Any
 * number of processes may call it at once: one works, the others wait for it.
 */
export async function migrate(url: string): Promise<string[]> {
  return withMigrationLock(url, async () => {
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

/** Whether the build holds migrations that the database has not seen. */
export async function hasPendingMigrations(dataSource: DataSource): Promise<boolean> {
  return dataSource.showMigrations();
}

async function withMigrationLock<T>(url: string, work: () => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, application_name: 'intelligence-migrate' });
  // The lock goes with the connection: should it break, the work fails by itself at its next statement.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    return await work();
  } finally {
    await client.end();
  }
}
