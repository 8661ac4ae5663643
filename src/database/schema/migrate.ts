import { setTimeout as delay } from 'node:timers/promises';
import { type Client, escapeIdentifier } from 'pg';
import { DataSource } from 'typeorm';
import { connect } from '../connect';
import { dataSourceOptions } from '../data-source-options';
import { toMigrationFailure } from './migration-failure';
import { requireNoNewerSchema } from './schema-state';

const APPLICATION = 'intelligence-migrate';
/** Key of the advisory lock that lets one process at a time migrate: TypeORM has none of its own. */
const MIGRATION_LOCK = 0x6d6967;
const LOCK_RETRY_MS = 100;
const CANCEL_RETRY_MS = 100;

interface MigrationTarget {
  readonly url: string;
  /** What the connections of this migration are called. */
  readonly application: string;
  readonly signal?: AbortSignal;
}

/**
 * Brings the schema up to date and gives the names of the migrations that ran, none when nothing was pending. Any
 * number of processes may call it at once: one works, the others wait for it. Each migration runs whole or not at all:
 * when `signal` aborts, the one under way is undone and the reason thrown. Throws an `OperatorError` when there is no
 * connection, a right is missing, or the schema is that of a newer release.
 */
export async function migrate(url: string, signal?: AbortSignal): Promise<string[]> {
  const client = await connect(url, APPLICATION);
  try {
    await lock(client, signal);
    await requireNoNewerSchema(client);
    const application = await renameConnection(client);
    return await endAtStop({ url, application, signal }, async () => {
      await dropInvalidIndexes(client);
      return runMigrations(url, application, signal);
    });
  } catch (error) {
    signal?.throwIfAborted();
    throw toMigrationFailure(error);
  } finally {
    await client.end();
  }
}

/** Gives the connection a name of its own, by which a stop finds all that works on this migration. */
async function renameConnection(client: Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT set_config('application_name', $1 || '-' || pg_backend_pid(), false) AS name`,
    [APPLICATION],
  );
  return rows[0]?.name ?? APPLICATION;
}

async function runMigrations(url: string, applicationName: string, signal?: AbortSignal): Promise<string[]> {
  const dataSource = new DataSource(dataSourceOptions({ url, poolSize: 2, statementTimeoutMs: 0, applicationName }));
  await dataSource.initialize();
  try {
    signal?.throwIfAborted();
    const migrations = await dataSource.runMigrations();
    return migrations.map(({ name }) => name);
  } finally {
    await dataSource.destroy();
  }
}

/** Runs the work; once `signal` aborts, the server ends its connections, so that a statement of hours ends, too. */
async function endAtStop<T>(target: MigrationTarget, work: () => Promise<T>): Promise<T> {
  const { signal } = target;
  let over = false;
  let ending: Promise<void> = Promise.resolve();
  const onAbort = (): void => {
    // A server that takes no connection any more ends the work by itself.
    ending = endConnections(target, () => over).catch(() => undefined);
  };
  signal?.throwIfAborted();
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    return await work();
  } finally {
    over = true;
    signal?.removeEventListener('abort', onAbort);
    await ending;
  }
}

/** Again and again, for what the pool may have opened meanwhile. */
async function endConnections({ url, application }: MigrationTarget, isOver: () => boolean): Promise<void> {
  const client = await connect(url, `${APPLICATION}-stop`);
  try {
    while (!isOver()) {
      await client.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE application_name = $1 AND datname = current_database() AND usename = current_user`,
        [application],
      );
      await delay(CANCEL_RETRY_MS);
    }
  } finally {
    await client.end();
  }
}

/**
 * Asks again and again, instead of waiting in the server: a waiting statement holds a snapshot, and a concurrent index
 * build of the process that has the lock waits for the end of every older snapshot.
 */
async function lock(client: Client, signal?: AbortSignal): Promise<void> {
  for (;;) {
    signal?.throwIfAborted();
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
