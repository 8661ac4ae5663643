/** Opens single connections, for commands and for checks at startup, and explains connection failures. */
import type { Client } from 'pg';
import { databaseHostOf, databasePortOf } from '../../common/config/settings/database-address';
import { errorCode, reasonOf } from '../../common/problems/error-code';
import { OperatorError } from '../../common/problems/operator-error';
import { CertificateFileError } from './certificate-file-error';
import { toDatabaseName } from './database-url';
import { QuietClient } from './quiet-client';
import { classifyDatabaseError } from '../pg-errors';

/** The setting that usually contains the address of the database. */
const MAIN_SETTING = 'DATABASE_URL';
const CONNECT_TIMEOUT_MS = 10_000;
/** Codes of the errors with which Node rejects the certificate of a server. */
const REJECTED_CERTIFICATE_CODES: ReadonlySet<string> = new Set([
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);
/** The messages of the driver and of the operating system for a server that does not answer. */
const TIMEOUT = /timeout|ETIMEDOUT/i;
/** Messages of the driver and of `requireScram` if the server or the password cannot be verified. */
const SCRAM = /SASL|SCRAM/;
/** The driver's message for a server without TLS. This error has no code. */
const NO_TLS = 'The server does not support SSL connections';

/**
 * Opens a connection; the caller must `end` it. Throws an `OperatorError` with the server, the remedy and the setting
 * of the URL, without the password. If the connection breaks later, its statements fail, but the process continues.
 */
export async function connect(url: string, applicationName: string, setting = MAIN_SETTING): Promise<Client> {
  let client: Client | undefined;
  try {
    client = new QuietClient({
      connectionString: url,
      application_name: applicationName,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    });
    await client.connect();
    return client;
  } catch (error) {
    // A client that gives up, for example because it has no password, leaves the connection open for a minute. An open
    // connection prevents CREATE DATABASE and DROP DATABASE.
    client?.end().catch(() => undefined);
    throw new OperatorError(describeConnectError(error, url, setting), { cause: error });
  }
}

/**
 * Converts the error of a pool that failed to connect, as `connect` does. Returns other errors unchanged, such as that
 * of an invalid statement.
 */
export function toConnectFailure(error: unknown, url: string, setting = MAIN_SETTING): unknown {
  const isConnectFailure = classifyDatabaseError(error) !== 'other' || isRejectedByDriver(error);
  return isConnectFailure ? new OperatorError(describeConnectError(error, url, setting), { cause: error }) : error;
}

/** Whether the driver itself refused the connection: because of the certificate, the lack of TLS, or SCRAM. */
function isRejectedByDriver(error: unknown): boolean {
  const reason = reasonOf(error);
  return REJECTED_CERTIFICATE_CODES.has(errorCode(error)) || reason === NO_TLS || SCRAM.test(reason);
}

function describeConnectError(error: unknown, url: string, setting: string): string {
  const address = new URL(url);
  const { username } = address;
  const host = databaseHostOf(address);
  const server = `PostgreSQL at ${host.startsWith('/') ? 'this machine' : host}:${databasePortOf(address)}`;
  const user = username === '' ? 'its default user' : decodeUrlPart(username);
  const code = errorCode(error);
  if (REJECTED_CERTIFICATE_CODES.has(code)) {
    return `${server} presents a certificate that is not accepted (${reasonOf(error)}): correct sslrootcert or the host in ${setting}.`;
  }
  if (reasonOf(error) === NO_TLS)
    return `${server} does not offer TLS: configure it there, or do not ask for it (sslmode or ssl in ${setting}, PGSSLMODE).`;
  if (error instanceof CertificateFileError) {
    return `A certificate or key that ${setting} names cannot be read (${reasonOf(error.cause)}): correct sslrootcert, sslcert or sslkey.`;
  }
  if (TIMEOUT.test(reasonOf(error))) {
    return `${server} does not answer in time (${reasonOf(error)}): try again when it is less busy, or correct ${setting}.`;
  }
  switch (code) {
    case 'ECONNREFUSED':
      return `${server} does not answer: start it, or correct ${setting}.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `The host ${host} cannot be resolved: correct ${setting}.`;
    case '28000':
      // For example, `pg_hba.conf` has no rule for this user, this host or a connection without TLS.
      return `${server} refuses the login of ${user} (${reasonOf(error)}): correct the user or sslmode in ${setting}, or pg_hba.conf.`;
    case '28P01':
      return `${server} refuses the login of ${user}: correct the user and the password in ${setting}.`;
    case '3D000':
      return `${server} has no database ${toDatabaseName(url)}: create it, or correct ${setting}.`;
    case '42501':
      return `${server} refuses ${user} access to the database ${toDatabaseName(url)}: grant CONNECT on it.`;
    case '53300':
      return `${server} has no free connection: close some, or increase max_connections.`;
    case '57P03':
      return `${server} is starting or stopping: try again when it is ready.`;
    default:
      return `${server} cannot be used (${reasonOf(error)}): correct ${setting}.`;
  }
}

function decodeUrlPart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
