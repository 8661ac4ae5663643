import { realpathSync } from 'node:fs';
import { Client, escapeIdentifier, escapeLiteral } from 'pg';
import { ADMIN_ROLE, APPLICATION_ROLE, type ClusterCredentials } from './cluster/cluster-credentials';
import type { ClusterHome } from './cluster/cluster-home';
import { EmbeddedPostgresError } from './embedded-postgres.error';
import { errorCode } from './cluster/exclusive-file';
import { pollUntil } from './polling';
import { isRunning } from './server/process-table';
import { isListening, type ServerProcess } from './server/server-process';

/** Crash recovery of a large write-ahead log can take minutes on a slow disk. */
const READY_TIMEOUT_MS = 180_000;
/** SQLSTATEs `invalid_password` and `invalid_authorization_specification`. */
const REFUSED_LOGIN = ['28P01', '28000'];

/** Connection URL of the database `postgres` as superuser. */
export function adminUrl(port: number, credentials: ClusterCredentials): string {
  return `postgres://${ADMIN_ROLE}:${credentials.adminPassword}@127.0.0.1:${port}/postgres`;
}

/** Connection URL of the application's database as the application's role. */
export function applicationUrl(port: number, credentials: ClusterCredentials): string {
  return `postgres://${APPLICATION_ROLE}:${credentials.applicationPassword}@127.0.0.1:${port}/${APPLICATION_ROLE}`;
}

/**
 * Waits until the server accepts connections, then creates the application's role and database if they are missing.
 *
 * @returns false when the server process exited in the meantime
 * @throws EmbeddedPostgresError when the server refuses the stored password, serves another cluster, or is not ready in
 * 3 minutes
 */
export async function prepareApplicationDatabase(
  home: ClusterHome,
  server: ServerProcess,
  credentials: ClusterCredentials,
  signal?: AbortSignal,
): Promise<boolean> {
  const url = adminUrl(server.port, credentials);
  const probe = (): Promise<Client | null> | 'ended' | null => {
    if (!isRunning(server.pid, server.startTime)) return 'ended';
    // Connects only after the server has bound the port. Before that, another program on the port could receive the
    // password.
    return isListening(home, server) ? tryConnect(url, home) : null;
  };
  const client = await pollUntil<Client | 'ended'>(READY_TIMEOUT_MS, probe, signal);
  if (client === 'ended') return false;
  if (client === null) {
    throw new EmbeddedPostgresError(
      `PostgreSQL (process ${server.pid}) was not ready within ${READY_TIMEOUT_MS / 1000} s.`,
    );
  }
  try {
    await requireCluster(client, home);
    await createMissing(client, credentials);
    return true;
  } finally {
    await client.end();
  }
}

async function tryConnect(url: string, home: ClusterHome): Promise<Client | null> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    application_name: 'intelligence-launcher',
  });
  // If the server stops, the connection breaks and the next query fails, so the event itself needs no handling.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    if (!REFUSED_LOGIN.includes(errorCode(error))) return null;
    throw new EmbeddedPostgresError(
      `The server of ${home.cluster} refuses the password in ${home.directory}/credentials.json.`,
    );
  }
}

/** Throws when the server on the port runs another cluster: that server may have bound the port after it was chosen. */
async function requireCluster(client: Client, home: ClusterHome): Promise<void> {
  const result = await client.query<{ data_directory: string }>('SHOW data_directory');
  const served = result.rows[0]?.data_directory ?? '';
  if (realpathSync(served) !== realpathSync(home.cluster)) {
    throw new EmbeddedPostgresError(`The server on the port of ${home.cluster} runs another cluster: ${served}.`);
  }
}

async function createMissing(client: Client, credentials: ClusterCredentials): Promise<void> {
  const result = await client.query<{ role: boolean; database: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1) AS role,
            EXISTS (SELECT FROM pg_database WHERE datname = $1) AS database`,
    [APPLICATION_ROLE],
  );
  const name = escapeIdentifier(APPLICATION_ROLE);
  if (result.rows[0]?.role !== true) {
    await client.query(`CREATE ROLE ${name} LOGIN CREATEDB PASSWORD ${escapeLiteral(credentials.applicationPassword)}`);
  }
  if (result.rows[0]?.database !== true) await client.query(`CREATE DATABASE ${name} OWNER ${name}`);
}
