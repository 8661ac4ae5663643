/** Opens single connections for programs, and says why the database cannot be used. */
import { Client } from 'pg';
import { errorCode } from '../common/problems/error-code';
import { OperatorError } from '../common/problems/operator-error';

const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Opens a connection, whose `end` is the caller's. Throws an `OperatorError` that names the server and what to do, and
 * no password. A connection that breaks later fails its statements only.
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
      return `The host ${hostname} is not known: correct DATABASE_URL.`;
    case '28P01':
    case '28000':
      return `${server} refuses the login of ${user}: correct the user and the password in DATABASE_URL.`;
    case '3D000':
      return `${server} has no database ${database}: create it, or correct DATABASE_URL.`;
    case '42501':
      return `${server} does not let ${user} into the database ${database}: grant CONNECT on it.`;
    case '53300':
      return `${server} has no connection left: end some, or raise its max_connections.`;
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
