/** The configuration. It is read from the environment once, validated and deep-frozen. */
import { join, resolve } from 'node:path';
import { type BootstrapAdmin, toCursorConfig, toExternalIssuers } from './access.config';
import { ALL_RULES, DATABASE_RULES, findBrokenRules } from './config.rules';
import { ConfigError } from './config-error';
import { type Environment, readEnvironment } from './environment';
import { fileVariableOf, readSecretFiles } from './secret-files';
import { DataSettings } from './settings/data.settings';
import { describeSettings } from './settings/setting-descriptions';

type DeepReadonly<T> = T extends object ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> } : T;

/** The configuration of the service. The settings classes describe each value. Names contain the unit of the value. */
export type Config = DeepReadonly<ReturnType<typeof toConfig>>;

/** The database settings: URLs, directory, pool sizes and timeouts. Opening the database needs only these. */
export type DatabaseConfig = Config['database'];

/**
 * Reads the whole configuration. Throws a `ConfigError` that contains no values. Checks secret files, then each
 * variable, then the rules for several variables. The error lists all problems of the first check that fails.
 */
export function loadConfig(env: NodeJS.ProcessEnv): Config {
  return deepFreeze(toConfig(requireEnvironment(readSecretFiles(env), ALL_RULES)));
}

/**
 * Reads only `NODE_ENV` and `DataSettings`, and returns the settings of the database. Needs no keys for tokens.
 * Throws a `ConfigError`, as `loadConfig` does.
 */
export function loadDatabaseConfig(env: NodeJS.ProcessEnv): DatabaseConfig {
  const names = ['NODE_ENV', ...describeSettings(DataSettings).keys()];
  const relevant = [...names, ...names.map(fileVariableOf)].map((name) => [name, env[name]] as const);
  const withSecrets = readSecretFiles(Object.fromEntries(relevant));
  return deepFreeze(toDatabase(requireEnvironment(withSecrets, DATABASE_RULES)));
}

function requireEnvironment(env: NodeJS.ProcessEnv, rules: typeof ALL_RULES): Environment {
  const result = readEnvironment(env);
  if ('problems' in result) throw new ConfigError(result.problems);
  const broken = findBrokenRules(result.environment, rules);
  if (broken.length > 0) throw new ConfigError(broken);
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
    cursor: toCursorConfig(environment),
    audit: { key: environment.AUDIT_KEY, accepted: environment.AUDIT_KEYS_ACCEPTED },
    limits: {
      /** Of one user or address; 0 means no limit. */
      requestsPerMinute: environment.RATE_LIMIT_PER_MINUTE,
      /** Of one API key; 0 means no limit. */
      keyRequestsPerMinute: environment.KEY_RATE_LIMIT_PER_MINUTE,
      /** In shares. `cost-classes.ts` defines the shares of a request. */
      concurrencyPerUser: environment.CONCURRENCY_PER_USER,
      waitingPerUser: environment.WAITING_PER_USER,
      waitMs: environment.WAIT_MS,
      requestBudgetMs: environment.REQUEST_BUDGET_MS,
    },
    catalog: {
      importBatchSize: environment.IMPORT_BATCH_SIZE,
      watchedThresholdPercent: environment.WATCHED_THRESHOLD_PERCENT,
      /** Maps each library id, in lower case, to an absolute path. */
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
    /** Without a trailing slash; empty when no proxy publishes the service under a path. */
    basePath: environment.BASE_PATH,
    /** Origins whose pages may call the API. Empty: none; `*`: all. MCP also accepts loopback origins. */
    corsOrigins: environment.CORS_ORIGINS,
    trustProxy: environment.TRUST_PROXY,
    bodyLimitBytes: environment.BODY_LIMIT_BYTES,
    importBodyLimitBytes: environment.IMPORT_BODY_LIMIT_BYTES,
    importTimeoutMs: environment.IMPORT_TIMEOUT_MS,
    headersTimeoutMs: environment.HEADERS_TIMEOUT_MS,
    requestTimeoutMs: environment.REQUEST_TIMEOUT_MS,
    keepAliveTimeoutMs: environment.KEEP_ALIVE_TIMEOUT_MS,
    shutdownTimeoutMs: environment.SHUTDOWN_TIMEOUT_MS,
    maxConnections: environment.MAX_CONNECTIONS,
    maxConnectionsPerAddress: environment.MAX_CONNECTIONS_PER_ADDRESS,
  };
}

function toStorage(environment: Environment) {
  const dataDirectory = resolve(environment.DATA_DIRECTORY);
  return { dataDirectory, cacheRoot: resolve(environment.CACHE_ROOT ?? join(dataDirectory, 'cache')) };
}

function toDatabase(environment: Environment) {
  return {
    /** Undefined for the embedded database, until `withDatabaseUrl` adds the URL of the started server. */
    url: environment.DATABASE_URL,
    /** URL with the role of the read routes; undefined if they use `url`. */
    readUrl: environment.DATABASE_READ_URL,
    /** URL with the role that owns the tables. If it is undefined, that is the role in `url`. */
    migrationUrl: environment.DATABASE_MIGRATION_URL,
    embedded: environment.DATABASE_URL === undefined,
    /** Folder that contains the data of the embedded database. */
    dataDirectory: resolve(environment.DATA_DIRECTORY),
    poolSize: environment.DATABASE_POOL_SIZE,
    readPoolSize: environment.DATABASE_READ_POOL_SIZE,
    acquireTimeoutMs: environment.DATABASE_ACQUIRE_TIMEOUT_MS,
    statementTimeoutMs: environment.DATABASE_STATEMENT_TIMEOUT_MS,
    queryTimeoutMs: environment.DATABASE_QUERY_TIMEOUT_MS,
    writeTimeoutMs: environment.DATABASE_WRITE_TIMEOUT_MS,
  };
}

function toAuth(environment: Environment) {
  const { ADMIN_USERNAME: username, ADMIN_PASSWORD: password } = environment;
  const bootstrapAdmin: BootstrapAdmin | null =
    username === undefined || password === undefined ? null : { username, password };
  const externalIssuers = toExternalIssuers(environment);
  return {
    mode: environment.AUTH_MODE,
    /** Set when the mode is `local`. */
    jwtSecret: environment.JWT_SECRET,
    /** Other secrets. They sign no tokens, but tokens signed with them are accepted. */
    jwtSecretsAccepted: environment.JWT_SECRETS_ACCEPTED,
    /** Empty when the mode is `local`. */
    externalIssuers,
    /** Accepted `typ` values of tokens of external issuers, in lower case; `none` means a token without `typ`. */
    tokenTypes: environment.JWT_TYPES,
    /** Libraries that a new user of an external issuer may see; null means all libraries. */
    newUserLibraryIds: environment.NEW_USER_LIBRARIES.libraryIds,
    /** `iss` of the tokens that the service signs; in the mode `jwks`, it signs none, and this is the first issuer. */
    issuer: externalIssuers[0]?.issuer ?? environment.JWT_ISSUER,
    /** `aud` of the tokens that the service signs; in the mode `jwks`, the audience of the first issuer. */
    audience: externalIssuers[0]?.audience ?? environment.JWT_AUDIENCE,
    accessTtlSeconds: environment.JWT_ACCESS_TTL_SECONDS,
    exchangedTtlSeconds: environment.EXCHANGED_TTL_SECONDS,
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
    /** URL with the role of the demo; undefined if the demo uses the role of the main database. */
    databaseUrl: environment.DEMO_DATABASE_URL,
    username: environment.SERVICE_DEMO_USERNAME,
    password: environment.SERVICE_DEMO_PASSWORD,
    /** If undefined: the sum of `movie_count` (default 12) of the movie libraries in `options`, at most 5,000. */
    movieCount: environment.SERVICE_DEMO_MOVIE_COUNT,
    /** If undefined: the sum of `series_count` (default 3) of the series libraries in `options`, at most 5,000. */
    seriesCount: environment.SERVICE_DEMO_SERIES_COUNT,
    /** A JSON object. Only the demo module validates its members. */
    options: environment.SERVICE_DEMO_OPTIONS,
    /** Set when the demo is enabled. */
    metadataApiKey: environment.METADATA_API_KEY,
    /** Without a trailing slash. */
    metadataApiBaseUrl: environment.METADATA_API_BASE_URL,
  };
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
}
