/** The one schema of the configuration: every environment variable, its bounds, default and meaning. */
import { isAbsolute } from 'node:path';
import { isReservedUuid, isUuid } from '../media-id';
import {
  choice,
  flag,
  integer,
  optional,
  optionalInteger,
  parsed,
  parseAddressList,
  parseJsonObject,
  refuse,
  requireHttpUrl,
  requireTrustedUrl,
  secret,
  text,
  type SettingValue,
} from './setting';

const DAY_SECONDS = 86_400;
const MEBIBYTE = 1_048_576;

/** Issuer and subject together fit into an entry of an index. */
const ISSUER_MAX_CHARS = 255;
/** A media type or its part behind `application/` (RFC 7515, section 4.1.9). */
const TOKEN_TYPE = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,63}(?:\/[a-z0-9][a-z0-9!#$&^_.+-]{0,63})?$/;
const TOKEN_TYPES_MAX = 16;
const NEW_USER_LIBRARIES_MAX = 200;

/** What users of an external issuer see from their first token on. */
interface NewUserLibraries {
  /** Null for all libraries. */
  readonly libraryIds: readonly string[] | null;
}

const SERVER = {
  NODE_ENV: choice('production', ['production', 'development', 'test'], 'How strict the start is.'),
  HOST: text('127.0.0.1', 'Address that the API listens on.'),
  PORT: integer(3000, 0, 65_535, 'Port of the API; 0 takes a free one.'),
  METRICS_HOST: text('127.0.0.1', 'Address that the metrics listen on.'),
  METRICS_PORT: integer(9464, 0, 65_535, 'Port of the metrics; 0 switches them off.'),
  LOG_LEVEL: choice(
    'info',
    ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    'Least severe level that is logged.',
  ),
  TRUST_PROXY: parsed(
    '',
    parseAddressList,
    'Proxies whose X-Forwarded-For is believed, comma-separated; none by default.',
  ),
  BODY_LIMIT_BYTES: integer(
    MEBIBYTE + 65_536,
    1024,
    64 * MEBIBYTE,
    'Largest JSON body of an artifact, a run or a tool call, in bytes; other routes take 65536 at most.',
  ),
  WORK_THREADS: integer(1, 0, 16, 'Threads that parse large bodies and shorten large payloads; 0: the main one does.'),
  IMPORT_BODY_LIMIT_BYTES: integer(1024 * MEBIBYTE, 1024, 65_536 * MEBIBYTE, 'Largest streamed import body, in bytes.'),
  HEADERS_TIMEOUT_MS: integer(10_000, 100, 120_000, 'Time for a client to send the headers, in milliseconds.'),
  REQUEST_TIMEOUT_MS: integer(30_000, 100, 600_000, 'Time for a client to send a request, in milliseconds.'),
  KEEP_ALIVE_TIMEOUT_MS: integer(65_000, 100, 600_000, 'How long an idle connection is kept, in milliseconds.'),
  SHUTDOWN_TIMEOUT_MS: integer(10_000, 0, 120_000, 'Time for requests in flight to end at a stop, in milliseconds.'),
  MAX_CONNECTIONS: integer(5000, 1, 100_000, 'Connections held at once; more are closed.'),
};

const DATA = {
  DATABASE_URL: optional('PostgreSQL 15 or newer, postgres://user:password@host:port/database.', requireDatabaseUrl),
  EMBEDDED_DATABASE: flag(
    false,
    'Run the embedded PostgreSQL when there is no DATABASE_URL; implied outside production.',
  ),
  DATA_DIRECTORY: text('.data', 'Directory of the embedded database and the cache.'),
  CACHE_ROOT: optional('Directory for what can be made again; default: cache in the data directory.'),
  DATABASE_POOL_SIZE: integer(10, 1, 200, 'Connections for writes and simple reads.'),
  DATABASE_READ_POOL_SIZE: integer(8, 1, 200, 'Connections for the hot reads.'),
  DATABASE_ACQUIRE_TIMEOUT_MS: integer(2000, 10, 60_000, 'Longest wait for a connection, in milliseconds.'),
  DATABASE_STATEMENT_TIMEOUT_MS: integer(5000, 10, 600_000, 'Longest read statement, ended by the server, in ms.'),
  DATABASE_QUERY_TIMEOUT_MS: integer(
    7000,
    10,
    600_000,
    'Longest wait for a read, ended by the client, in ms; above the statement timeout.',
  ),
  DATABASE_WRITE_TIMEOUT_MS: integer(60_000, 10, 3_600_000, 'Longest write statement, in milliseconds.'),
  LIBRARY_ROOTS: parsed('{}', parseLibraryRoots, 'Media folders for scans, as JSON: library id to absolute path.'),
  WATCHED_THRESHOLD_PERCENT: integer(90, 1, 100, 'Share of the duration from which an item counts as watched, in %.'),
  IMPORT_BATCH_SIZE: integer(2_000, 1, 10_000, 'Records of an import in one transaction.'),
  REFRESH_BATCH_SIZE: integer(1_000, 1, 10_000, 'Items refreshed in one transaction.'),
  DERIVATION_THREADS: integer(2, 0, 16, 'Threads that derive large batches of read-model rows; 0: the main one does.'),
  REFRESH_INTERVAL_MS: integer(1000, 10, 3_600_000, 'Pause between looks for stale items, in milliseconds.'),
  WARM_UP_MS: integer(3000, 0, 60_000, 'Longest time searched before the service answers, in ms; 0: none.'),
  RECONCILE_INTERVAL_MS: integer(
    3_600_000,
    1000,
    7 * DAY_SECONDS * 1000,
    'Pause between comparisons of the read model with the catalog, in milliseconds.',
  ),
};

const ACCESS = {
  AUTH_MODE: choice('local', ['local', 'jwks'], 'Own accounts, or tokens of an external issuer.'),
  JWT_SECRET: secret('Signs access tokens; required for local accounts.'),
  CURSOR_SECRET: secret('Signs cursors, the same on all instances; derived from JWT_SECRET by default.'),
  JWT_ISSUER: parsed('intelligence-read-model', requireIssuer, 'The `iss` that tokens must have.'),
  JWT_AUDIENCE: text('intelligence-read-model', 'The `aud` that tokens must have.'),
  JWT_ACCESS_TTL_SECONDS: integer(900, 1, DAY_SECONDS, 'Life of an access token, in seconds.'),
  JWT_LEEWAY_SECONDS: integer(5, 0, 60, 'Clock difference tolerated in tokens, in seconds.'),
  REFRESH_TTL_SECONDS: integer(30 * DAY_SECONDS, 60, 365 * DAY_SECONDS, 'Life of a refresh token, in seconds.'),
  JWKS_URI: optional('Key set of the external issuer; required for AUTH_MODE=jwks.', requireTrustedUrl),
  JWT_TYPES: parsed(
    'at+jwt,application/at+jwt,JWT,none',
    parseTokenTypes,
    'The `typ` of tokens that are taken from the external issuer, comma-separated; none: a header without.',
  ),
  NEW_USER_LIBRARIES: parsed(
    'none',
    parseNewUserLibraries,
    "Libraries that the external issuer's users see from their first token on: none, all, or ids, comma-separated.",
  ),
  ADMIN_USERNAME: optional('Administrator made at the first start; together with ADMIN_PASSWORD.'),
  ADMIN_PASSWORD: optional('Password of that administrator, 12 characters or more.', requirePassword),
  RATE_LIMIT_PER_MINUTE: integer(6000, 0, 1_000_000, 'Requests a minute of one caller; 0 switches the limit off.'),
  CONCURRENCY_PER_USER: integer(16, 1, 10_000, 'Requests of one user at the same time.'),
};

const DEMO = {
  SERVICE_DEMO_MODE: flag(false, 'Serve a synthetic catalog in a database of its own.'),
  METADATA_API_KEY: optional('Key of the metadata provider; required in demo mode.'),
  METADATA_API_BASE_URL: parsed('https://api.themoviedb.org/3', requireHttpUrl, 'Base of the metadata provider.'),
  SERVICE_DEMO_ROOT: optional('Root of the generated tree; default: demo-media in CACHE_ROOT.'),
  DEMO_DATABASE_NAME: parsed('intelligence_demo', requireDatabaseName, 'Demo database, made if absent.'),
  SERVICE_DEMO_USERNAME: text('demo', 'Demo administrator.'),
  SERVICE_DEMO_PASSWORD: text('demodemo', 'Password of the demo administrator; set your own beyond loopback.'),
  // Without a fallback: absent means that the options, then the planner's own numbers, decide.
  SERVICE_DEMO_MOVIE_COUNT: optionalInteger(1, 5000, 'Number of movies; 12 if no option says otherwise.'),
  SERVICE_DEMO_SERIES_COUNT: optionalInteger(1, 5000, 'Number of series; 3 if no option says otherwise.'),
  SERVICE_DEMO_OPTIONS: parsed('{}', parseJsonObject, 'More demo settings as JSON; single settings win over it.'),
};

/** All settings by section, in the order of `.env.example`. */
export const CONFIG_SECTIONS = { Server: SERVER, Data: DATA, Access: ACCESS, Demo: DEMO } as const;

/** All settings by variable name. */
export const SETTINGS = { ...SERVER, ...DATA, ...ACCESS, ...DEMO };

/** The parsed environment, flat. */
export type Environment = { readonly [Name in keyof typeof SETTINGS]: SettingValue<(typeof SETTINGS)[Name]> };

function requireDatabaseUrl(value: string): string {
  const protocol = URL.canParse(value) ? new URL(value).protocol : '';
  if (protocol !== 'postgres:' && protocol !== 'postgresql:') refuse('must be a postgres:// URL');
  return value;
}

function requireDatabaseName(value: string): string {
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(value)) refuse('must be lower-case letters, digits and _, at most 63');
  return value;
}

function requirePassword(value: string): string {
  if ([...value].length < 12) refuse('must have at least 12 characters');
  return value;
}

function requireIssuer(value: string): string {
  if (value.length > ISSUER_MAX_CHARS) refuse(`must have at most ${ISSUER_MAX_CHARS} characters`);
  return value;
}

function parseTokenTypes(value: string): readonly string[] {
  const types = value.split(',').map((type) => type.trim().toLowerCase());
  if (types.length > TOKEN_TYPES_MAX || !types.every((type) => TOKEN_TYPE.test(type))) {
    refuse(`must list 1 to ${TOKEN_TYPES_MAX} types such as at+jwt or JWT`);
  }
  return types;
}

function parseNewUserLibraries(value: string): NewUserLibraries {
  if (value === 'none') return { libraryIds: [] };
  if (value === 'all') return { libraryIds: null };
  const ids = new Set(value.split(',').map((id) => id.trim().toLowerCase()));
  if (ids.size > NEW_USER_LIBRARIES_MAX || ![...ids].every((id) => isUuid(id) && !isReservedUuid(id))) {
    refuse(`must be none, all, or 1 to ${NEW_USER_LIBRARIES_MAX} library ids (UUID)`);
  }
  return { libraryIds: [...ids] };
}

function parseLibraryRoots(value: string): Readonly<Record<string, string>> {
  const roots = Object.entries(parseJsonObject(value)).map(([libraryId, root]) => {
    if (!isUuid(libraryId) || isReservedUuid(libraryId) || typeof root !== 'string' || !isAbsolute(root)) {
      return refuse('must map library ids (UUID) to absolute paths');
    }
    return [libraryId.toLowerCase(), root] as const;
  });
  return Object.fromEntries(roots);
}
