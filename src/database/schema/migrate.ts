import { setTimeout as delay } from 'node:timers/promises';
import { type Client, escapeIdentifier, escapeLiteral } from 'pg';
import { DataSource, QueryFailedError } from 'typeorm';
import { errorCode } from '../../common/problems/error-code';
import { OperatorError } from '../../common/problems/operator-error';
import { connect } from '../connections/connect';
import { dataSourceOptions } from '../data-source-options';
import { toOperatorError } from '../pg-errors';
import { renewRights } from '../roles/set-up-roles';
import { requireCompatibleSchema } from './schema-state';

const APPLICATION = 'intelligence-migrate';
/** Key of the advisory lock that allows one process at a time to migrate. TypeORM has no such lock. */
const MIGRATION_LOCK = 0x6d6967;
const RETRY_MS = 100;

const INSUFFICIENT_PRIVILEGE = '42501';

/**
 * Runs the pending migrations and returns their names. Several processes can call it concurrently: one migrates, the
 * others wait for it. When `signal` aborts, rolls back the current migration and throws the abort reason. A migration
 * that builds indexes concurrently is not rolled back; the next run repeats it. If `setUpRoles` has set up separate
 * roles, renews their rights. Throws an `OperatorError` for a failure that an operator can resolve, and when a newer
 * release has removed something that this release uses. `setting` is the name of the URL's setting, for these errors.
 */
export async function migrate(url: string, signal?: AbortSignal, setting?: string): Promise<string[]> {
  const client = await connect(url, APPLICATION, setting);
  try {
    await takeMigrationLock(client, signal);
    const { newer } = await requireCompatibleSchema(client);
    const application = await renameConnection(client);
    return await cancelOnAbort({ url, client, application }, signal, async () => {
      await dropInvalidIndexes(client);
      const migrations = await runMigrations(url, application, signal);
      // On the schema of a newer release, the `migrate` of that release gives the rights.
      if (newer.length === 0) await renewRights(client, setting);
      return migrations;
    });
  } catch (error) {
    signal?.throwIfAborted();
    throw toMigrationFailure(error);
  } finally {
    await client.end();
  }
}

/** Gives the connection a unique `application_name`, by which an abort finds all connections of this run. */
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

/** A run of `migrate`. Its connections have the `application_name` `application`; `client` holds the migration lock. */
interface MigrationRun {
  readonly url: string;
  readonly client: Client;
  readonly application: string;
}

/** Runs `work`. When `signal` aborts, terminates the connections of the run, because a statement can run for long. */
async function cancelOnAbort<T>(
  run: MigrationRun,
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T> {
  let isSettled = false;
  let termination: Promise<void> = Promise.resolve();
  const onAbort = (): void => {
    termination = terminateConnections(run, () => isSettled);
  };
  signal?.throwIfAborted();
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    return await work();
  } finally {
    isSettled = true;
    signal?.removeEventListener('abort', onAbort);
    await termination;
  }
}

/** Terminates the connections of a run until the run has ended, because its pool may open new ones. Never rejects. */
async function terminateConnections(run: MigrationRun, isSettled: () => boolean): Promise<void> {
  while (!isSettled()) {
    // If the server is stopping, it ends the work itself. After another failure, the next attempt can succeed.
    await terminateOnce(run, isSettled).catch(() => undefined);
    await delay(RETRY_MS);
  }
}

/**
 * Terminates the connections of a run through a new connection, because `client` can be busy. If the server accepts no
 * new connection, for example because all are in use, terminates the run's other connections through `client`. Resets
 * the role meanwhile, because the URL can set a role without the right to terminate connections of the login user.
 */
async function terminateOnce({ url, client, application }: MigrationRun, isSettled: () => boolean): Promise<void> {
  const other = await connect(url, `${APPLICATION}-stop`).catch(() => null);
  try {
    if (isSettled()) return;
    await (other ?? client).query(
      `SET ROLE NONE;
       SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE application_name = ${escapeLiteral(application)} AND datname = current_database()
          AND usename = session_user AND pid <> pg_backend_pid();
       RESET ROLE`,
    );
  } finally {
    await other?.end();
  }
}

/**
 * Takes the migration lock. Polls, because a waiting statement would hold a snapshot, and a concurrent index build in
 * the process with the lock waits for the end of older snapshots.
 */
async function takeMigrationLock(client: Client, signal?: AbortSignal): Promise<void> {
  for (;;) {
    signal?.throwIfAborted();
    const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [
      MIGRATION_LOCK,
    ]);
    if (rows[0]?.locked === true) return;
    await delay(RETRY_MS);
  }
}

/**
 * Drops the invalid indexes of interrupted concurrent index builds, because they have the names of the indexes that the
 * next build creates. Keeps an index that is being built. PostgreSQL hides which index another role builds, so while
 * another role builds an index of a table, all invalid indexes of this table are kept. On a distributed database, the
 * index of the coordinator is invalid until those of all shards are built. Dropping it also drops the indexes of the
 * shards.
 */
async function dropInvalidIndexes(client: Client): Promise<void> {
  const { rows } = await client.query<{ schema: string; name: string }>(
    `SELECT n.nspname AS schema, c.relname AS name
       FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid JOIN pg_namespace AS n ON n.oid = c.relnamespace
      WHERE NOT i.indisvalid AND c.relkind = 'i' AND n.nspname = current_schema()
        AND NOT EXISTS (
          SELECT FROM pg_stat_progress_create_index AS p
           WHERE p.datname = current_database()
             AND (p.index_relid = c.oid
                  OR p.index_relid IS NULL AND EXISTS (
                     SELECT FROM pg_locks AS l
                      WHERE l.pid = p.pid AND l.database = p.datid AND l.relation = i.indrelid)))`,
  );
  for (const { schema, name } of rows) {
    await client.query(`DROP INDEX CONCURRENTLY IF EXISTS ${escapeIdentifier(schema)}.${escapeIdentifier(name)}`);
  }
}

/**
 * Converts a missing privilege, and the errors that `toOperatorError` converts, to an `OperatorError`. Returns other
 * errors unchanged.
 */
function toMigrationFailure(error: unknown): unknown {
  const cause: unknown = error instanceof QueryFailedError ? error.driverError : error;
  if (errorCode(cause) !== INSUFFICIENT_PRIVILEGE) return toOperatorError(error);
  const message = cause instanceof Error ? cause.message : '';
  const text = `The database user may not migrate (${message}): make it the owner of the database.`;
  return new OperatorError(text, { cause: error });
}
