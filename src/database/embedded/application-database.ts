import { type Client, escapeIdentifier, escapeLiteral } from 'pg';
import { QuietClient } from '../connections/quiet-client';
import { ADMIN_ROLE, APPLICATION_ROLE, type ClusterCredentials } from './cluster/cluster-credentials';
import type { ClusterHome } from './cluster/cluster-home';
import { OperatorError } from '../../common/problems/operator-error';
import { errorCode } from '../../common/problems/error-code';
import { pollUntil } from './polling';
import { isRunning } from './server/process-table';
import type { ServerProcess } from './server/server-process';
import { SOCKET_PORT } from './server/socket-directory';

/** Crash recovery of a large write-ahead log can take minutes on a slow disk. */
const READY_TIMEOUT_MS = 180_000;
/** SQLSTATEs `invalid_password` and `invalid_authorization_specification`. */
const REFUSED_LOGIN = ['28P01', '28000'];

/** Connection URL of the database `postgres` as superuser. */
export function adminUrl(server: ServerProcess, credentials: ClusterCredentials): string {
  return `postgres://${ADMIN_ROLE}:${credentials.adminPassword}@${hostOf(server)}/postgres`;
}

/** Connection URL of the application's database as the application's role. */
export function applicationUrl(server: ServerProcess, credentials: ClusterCredentials): string {
  return `postgres://${APPLICATION_ROLE}:${credentials.applicationPassword}@${hostOf(server)}/${APPLICATION_ROLE}`;
}

/** Host and port of a URL for the server's socket. libpq and node-postgres accept an encoded directory as the host. */
function hostOf({ socketDirectory }: ServerProcess): string {
  return `${encodeURIComponent(socketDirectory)}:${SOCKET_PORT}`;
}

/**
 * Waits until the server accepts connections, then creates the application's role and database if they are missing.
 * Returns false when the server process exited in the meantime. Throws an `OperatorError` when the server refuses the
 * stored password, or is not ready in 3 minutes.
 */
export async function prepareApplicationDatabase(
  home: ClusterHome,
  server: ServerProcess,
  credentials: ClusterCredentials,
  signal?: AbortSignal,
): Promise<boolean> {
  const url = adminUrl(server, credentials);
  const probe = (): Promise<Client | null> | 'ended' | null => {
    return isRunning(server.pid, server.startTime) ? tryConnect(url, home) : 'ended';
  };
  const client = await pollUntil<Client | 'ended'>(READY_TIMEOUT_MS, probe, signal);
  if (client === 'ended') return false;
  if (client === null) {
    throw new OperatorError(`PostgreSQL (process ${server.pid}) was not ready within ${READY_TIMEOUT_MS / 1000} s.`);
  }
  try {
    await createRoleAndDatabase(client, credentials);
    return true;
  } finally {
    await client.end();
  }
}

/** Returns a connection; null if the server does not accept connections yet. Throws if it refuses the password. */
async function tryConnect(url: string, home: ClusterHome): Promise<Client | null> {
  const client = new QuietClient({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    application_name: 'intelligence-launcher',
  });
  try {
    await client.connect();
    return client;
  } catch (error) {
    if (!REFUSED_LOGIN.includes(errorCode(error))) return null;
    throw new OperatorError(
      `The server of ${home.cluster} refuses the password in ${home.directory}/credentials.json.`,
    );
  }
}

async function createRoleAndDatabase(client: Client, credentials: ClusterCredentials): Promise<void> {
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
