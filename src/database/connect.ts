/** Opens single connections for programs and explains connection failures. */
import { Client } from 'pg';
import { errorCode } from '../common/problems/error-code';
import { OperatorError } from '../common/problems/operator-error';

const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Opens a connection; the caller must `end` it. Throws an `OperatorError` that names the server and the remedy but no
 * password. A connection that breaks later only fails its statements.
 */
export async function connect(url: string, applicationName: string): Promise<Client> {
  try {
    const client = new Client({
      connectionString: url,
      application_name: applicationName,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  } catch (error) {
    throw new OperatorError(describeRefusal(error, url), { cause: error });
  }
}

function describeRefusal(error: unknown, url: string): string {
  const { hostname, port, username, pathname } = new URL(url);
  const server = `PostgreSQL at ${hostname === '' ? 'this machine' : hostname}:${port === '' ? '5432' : port}`;
  const user = username === '' ? 'its default user' : decode(username);
  const database = decode(pathname.slice(1));
  switch (errorCode(error)) {
    case 'ECONNREFUSED':
      return `${server} does not answer: start it, or correct DATABASE_URL.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `The host ${hostname} cannot be resolved: correct DATABASE_URL.`;
    case '28P01':
    case '28000':
      return `${server} refuses the login of ${user}: correct the user and the password in DATABASE_URL.`;
    case '3D000':
      return `${server} has no database ${database}: create it, or correct DATABASE_URL.`;
    case '42501':
      return `${server} refuses ${user} access to the database ${database}: grant CONNECT on it.`;
    case '53300':
      return `${server} has no free connection: close some, or increase max_connections.`;
    case '57P03':
      return `${server} is starting or stopping: try again when it is ready.`;
    default:
      return `${server} cannot be used (${reasonOf(error)}): correct DATABASE_URL.`;
  }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message === '' ? errorCode(error) : message;
}
