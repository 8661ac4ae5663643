/** Loads the configuration of a command and opens the database. */
import { randomBytes } from 'node:crypto';
import { loadConfig, loadDatabaseConfig, type Config, type DatabaseConfig } from '../common/config/config';
import { ConfigError } from '../common/config/config-error';
import { readSecretFiles } from '../common/config/secret-files';
import { processStop } from '../common/processes/process-stop';
import { type OpenConfig, openDatabase, withDatabaseUrl } from '../database/open-database';
import { loadEmbeddedSecrets } from './embedded-secrets';

/**
 * Loads the configuration for a command. Some defaults differ from those of the server: the embedded database is
 * allowed in production, the secrets are read from its data directory, and the log level is `warn`. With
 * `tokenSecrets: false`, temporary values replace an absent `JWT_SECRET` or `CURSOR_SECRET`, for commands that neither
 * sign nor verify tokens or cursors.
 */
export function loadCliConfig(env: NodeJS.ProcessEnv, options: { readonly tokenSecrets: boolean }): Config {
  const environment = { EMBEDDED_DATABASE: '1', LOG_LEVEL: 'warn', ...readSecretFiles(withoutEmpty(env)) };
  return loadConfig({
    ...(options.tokenSecrets ? loadStoredSecrets(environment) : makeTemporarySecrets()),
    ...environment,
  });
}

/**
 * Returns the secrets in the data directory of the embedded database; none for an external one. If the settings of the
 * database are invalid, returns temporary secrets, so that `loadConfig` reports those settings and no missing secret.
 */
function loadStoredSecrets(env: NodeJS.ProcessEnv): Record<string, string> {
  const database = findDatabaseConfig(env);
  if (database === null) return makeTemporarySecrets();
  const { embedded, dataDirectory } = database;
  if (!embedded) return {};
  const { JWT_SECRET, CURSOR_SECRET } = loadEmbeddedSecrets(dataDirectory);
  return { JWT_SECRET, CURSOR_SECRET };
}

/** Returns null if the settings of the database are invalid. */
function findDatabaseConfig(env: NodeJS.ProcessEnv): DatabaseConfig | null {
  try {
    return loadDatabaseConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return null;
    throw error;
  }
}

function makeTemporarySecrets(): Record<string, string> {
  const make = (): string => randomBytes(48).toString('base64');
  return { JWT_SECRET: make(), CURSOR_SECRET: make() };
}

/**
 * Opens the configured database, runs `work` and closes the database. The configuration that `work` receives contains
 * the URL of the database. Throws a `StopRequestedError` when a stop is requested before the database is open.
 */
export async function withDatabase<T>(config: Config, work: (config: OpenConfig) => Promise<T>): Promise<T> {
  const { signal } = processStop;
  signal.throwIfAborted();
  const database = await openDatabase(config.database, signal);
  try {
    return await work(withDatabaseUrl(config, database));
  } finally {
    await database.close();
  }
}

/** Returns the settings that are not empty, because an empty setting counts as absent. */
export function withoutEmpty(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
}
