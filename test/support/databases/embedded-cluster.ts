/** Inspects and disturbs the embedded database of a program under test. */
import { type Client, DatabaseError } from 'pg';
import { adminUrl } from '../../../src/database/embedded/application-database';
import { loadCredentials } from '../../../src/database/embedded/cluster/cluster-credentials';
import { openClusterHome } from '../../../src/database/embedded/cluster/cluster-home';
import { startEmbeddedPostgres } from '../../../src/database/embedded/embedded-postgres';
import { findRunningServer } from '../../../src/database/embedded/server/server-process';
import { withConnection } from './sql';
import { withDatabase } from './test-server';
import { type ProgramRun, runningProcesses } from '../programs/program-run';

/** Whether a process of the database server in a data directory exists. The server may be starting or stopping. */
export function isClusterRunning(directory: string): boolean {
  const { cluster } = openClusterHome(directory);
  return runningProcesses().some(({ command }) => command.includes(` -D ${cluster} `));
}

/**
 * Runs `work` as superuser on the application's database of a running server. Takes no lease of the server, so the
 * server may stop during `work`.
 */
export async function visitCluster<T>(directory: string, work: (client: Client) => Promise<T>): Promise<T> {
  const home = openClusterHome(directory);
  const server = await findRunningServer(home);
  if (server === null) throw new Error(`No server runs in ${directory}.`);
  return asSuperuser(adminUrl(server, loadCredentials(home)), work);
}

/** Starts the server of a data directory whose server does not run, runs `work` as superuser, and stops the server. */
export async function openCluster<T>(directory: string, work: (client: Client) => Promise<T>): Promise<T> {
  const server = await startEmbeddedPostgres({ dataDirectory: directory });
  try {
    return await asSuperuser(server.adminUrl, work);
  } finally {
    await server.stop();
  }
}

/**
 * Returns whether a session of the application's database meets a condition: an SQL expression on `pg_stat_activity`.
 * Returns false if the server does not accept connections. Throws if the condition is invalid.
 */
export async function hasSession(directory: string, condition: string): Promise<boolean> {
  const count = (client: Client): Promise<number | null> =>
    client
      .query(`SELECT FROM pg_stat_activity WHERE datname = current_database() AND ${condition}`)
      .then((r) => r.rowCount);
  return visitCluster(directory, count).then(
    (sessions) => sessions !== null && sessions > 0,
    (error: unknown) => {
      // Class 42: PostgreSQL cannot run the statement.
      if (error instanceof DatabaseError && error.code?.startsWith('42') === true) throw error;
      return false;
    },
  );
}

/**
 * Locks a table as soon as the server accepts connections. Runs `work` as soon as another session waits for a lock, and
 * then releases the table.
 */
export async function whileLocked(
  run: ProgramRun,
  directory: string,
  table: string,
  work: () => Promise<void>,
): Promise<void> {
  let visited = false;
  const visit = (): Promise<void> =>
    visitCluster(directory, async (client) => {
      visited = true;
      await client.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
      await run.waitFor(() => hasSession(directory, `wait_event_type = 'Lock'`));
      await work();
    });
  await run.waitFor(async () => {
    try {
      await visit();
    } catch (error) {
      // A server that has just started refuses connections for a moment, so `waitFor` tries again.
      if (visited) throw error;
    }
    return visited;
  });
}

/** Runs `work` while the main process of the database server is suspended. */
export async function whileFrozen(directory: string, work: () => Promise<void>): Promise<void> {
  const server = await findRunningServer(openClusterHome(directory));
  if (server === null) throw new Error(`No server runs in ${directory}.`);
  process.kill(server.pid, 'SIGSTOP');
  try {
    await work();
  } finally {
    process.kill(server.pid, 'SIGCONT');
  }
}

function asSuperuser<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  return withConnection(withDatabase(url, 'intelligence'), work);
}
