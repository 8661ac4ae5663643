/** The configuration: read from the environment once, checked as a whole, deep-frozen. */
import { hkdfSync } from 'node:crypto';
import { join, resolve } from 'node:path';
import { type ConfigConcern, ConfigError, findConflicts } from './config.rules';
import { type Environment, readEnvironment } from './environment';
import { DataSettings } from './settings/data.settings';
import { describeSettings } from './settings/setting.decorators';

type DeepReadonly<T> = T extends object ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> } : T;

/** The configuration of the service; the settings classes describe each value; units are in the names. */
export type Config = DeepReadonly<ReturnType<typeof toConfig>>;

/** Where the data lives and how long it may take: all that migrations and `ormconfig.ts` need. */
export type DatabaseConfig = Config['database'];

/** Reads the whole configuration. Throws one `ConfigError` that names every bad variable and no value. */
export function loadConfig(env: NodeJS.ProcessEnv): Config {
  return deepFreeze(toConfig(requireEnvironment(env, ['database', 'access', 'demo'])));
}

/** Reads what concerns the database alone, for tools that need no secrets. Throws as `loadConfig` does. */
export function loadDatabaseConfig(env: NodeJS.ProcessEnv): DatabaseConfig {
  const names = ['NODE_ENV', ...describeSettings(DataSettings).keys()];
  const relevant = Object.fromEntries(names.map((name) => [name, env[name]]));
  return deepFreeze(toDatabase(requireEnvironment(relevant, ['database'])));
}

function requireEnvironment(env: NodeJS.ProcessEnv, concerns: readonly ConfigConcern[]): Environment {
  const result = readEnvironment(env);
  if ('problems' in result) throw new ConfigError(result.problems);
  const conflicts = findConflicts(result.environment, concerns);
  if (conflicts.length > 0) throw new ConfigError(conflicts);
  return result.environment;
}

function toConfig(environment: Environment) {
  return {
    environment: environment.NODE_ENV,
    logLevel: environment.LOG_LEVEL,
    http: toHttp(environment),
    workThreads: environment.WORK_THREADS,
    metrics: { host: environment.METRICS_HOST, port: environment.METRICS_PORT },
    storage: toStorage(environment),
    database: toDatabase(environment),
    auth: toAuth(environment),
    /** Signs cursors; at least 32 bytes. */
    cursor: { secret: environment.CURSOR_SECRET ?? deriveCursorSecret(environment.JWT_SECRET ?? '') },
    limits: {
      /** 0: no limit. */
      requestsPerMinute: environment.RATE_LIMIT_PER_MINUTE,
      concurrencyPerUser: environment.CONCURRENCY_PER_USER,
    },
    catalog: {
      importBatchSize: environment.IMPORT_BATCH_SIZE,
      watchedThresholdPercent: environment.WATCHED_THRESHOLD_PERCENT,
      /** Library id in lower case to absolute path. */
      libraryRoots: environment.LIBRARY_ROOTS,
    },
    readModel: {
      refreshBatchSize: environment.REFRESH_BATCH_SIZE,
      derivationThreads: environment.DERIVATION_THREADS,
      refreshIntervalMs: environment.REFRESH_INTERVAL_MS,
      reconcileIntervalMs: environment.RECONCILE_INTERVAL_MS,
      warmUpMs: environment.WARM_UP_MS,
    },
    demo: toDemo(environment),
  };
}

function toHttp(environment: Environment) {
  return {
    host: environment.HOST,
    port: environment.PORT,
    trustProxy: environment.TRUST_PROXY,
    bodyLimitBytes: environment.BODY_LIMIT_BYTES,
    importBodyLimitBytes: environment.IMPORT_BODY_LIMIT_BYTES,
    headersTimeoutMs: environment.HEADERS_TIMEOUT_MS,
    requestTimeoutMs: environment.REQUEST_TIMEOUT_MS,
    keepAliveTimeoutMs: environment.KEEP_ALIVE_TIMEOUT_MS,
    shutdownTimeoutMs: environment.SHUTDOWN_TIMEOUT_MS,
    maxConnections: environment.MAX_CONNECTIONS,
  };
}

function toStorage(environment: Environment) {
  const dataDirectory = resolve(environment.DATA_DIRECTORY);
  return { dataDirectory, cacheRoot: resolve(environment.CACHE_ROOT ?? join(dataDirectory, 'cache')) };
}

function toDatabase(environment: Environment) {
  return {
    /** Undefined when the embedded database is used. */
    url: environment.DATABASE_URL,
    embedded: environment.DATABASE_URL === undefined,
    /** Of the embedded database. */
    dataDirectory: resolve(environment.DATA_DIRECTORY),
    poolSize: environment.DATABASE_POOL_SIZE,
    readPoolSize: environment.DATABASE_READ_POOL_SIZE,
    acquireTimeoutMs: environment.DATABASE_ACQUIRE_TIMEOUT_MS,
    statementTimeoutMs: environment.DATABASE_STATEMENT_TIMEOUT_MS,
    queryTimeoutMs: environment.DATABASE_QUERY_TIMEOUT_MS,
    writeTimeoutMs: environment.DATABASE_WRITE_TIMEOUT_MS,
  };
}

/** The administrator that a start makes. */
export interface BootstrapAdmin {
  readonly username: string;
  readonly password: string;
  /** Whether an account of that name that is there gets the password and the rights, too; default false. */
  readonly enforced?: boolean;
}

function toAuth(environment: Environment) {
  const { ADMIN_USERNAME: username, ADMIN_PASSWORD: password } = environment;
  const bootstrapAdmin: BootstrapAdmin | null =
    username === undefined || password === undefined ? null : { username, password };
  return {
    mode: environment.AUTH_MODE,
    /** Set when the mode is `local`. */
    jwtSecret: environment.JWT_SECRET,
    /** Set when the mode is `jwks`. */
    jwksUri: environment.JWKS_URI,
    /** `typ` values of the external issuer's tokens in lower case; `none` for an absent one. */
    tokenTypes: environment.JWT_TYPES,
    /** What the external issuer's users see from their first token on; null for all libraries. */
    newUserLibraryIds: environment.NEW_USER_LIBRARIES.libraryIds,
    issuer: environment.JWT_ISSUER,
    audience: environment.JWT_AUDIENCE,
    accessTtlSeconds: environment.JWT_ACCESS_TTL_SECONDS,
    refreshTtlSeconds: environment.REFRESH_TTL_SECONDS,
    leewaySeconds: environment.JWT_LEEWAY_SECONDS,
    bootstrapAdmin,
  };
}

function toDemo(environment: Environment) {
  const { cacheRoot } = toStorage(environment);
  return {
    enabled: environment.SERVICE_DEMO_MODE,
    root: resolve(environment.SERVICE_DEMO_ROOT ?? join(cacheRoot, 'demo-media')),
    databaseName: environment.DEMO_DATABASE_NAME,
    username: environment.SERVICE_DEMO_USERNAME,
    password: environment.SERVICE_DEMO_PASSWORD,
    /** Undefined: the options decide, then the default of 12. */
    movieCount: environment.SERVICE_DEMO_MOVIE_COUNT,
    /** Undefined: the options decide, then the default of 3. */
    seriesCount: environment.SERVICE_DEMO_SERIES_COUNT,
    /** Checked to be a JSON object only; the demo module knows its members. */
    options: environment.SERVICE_DEMO_OPTIONS,
    /** Set when the demo is enabled. */
    metadataApiKey: environment.METADATA_API_KEY,
    /** Without a trailing slash. */
    metadataApiBaseUrl: environment.METADATA_API_BASE_URL,
  };
}

/** A key of its own, so that a token signed with the cursor key is worth nothing, and the other way round. */
function deriveCursorSecret(jwtSecret: string): string {
  return Buffer.from(hkdfSync('sha256', jwtSecret, '', 'cursor', 32)).toString('base64url');
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
}
