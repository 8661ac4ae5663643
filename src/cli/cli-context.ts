/** Loads the configuration of a command, opens the database and creates the modules of the service. */
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { randomBytes } from 'node:crypto';
import { AppModule } from '../app.module';
import { loadConfig, loadDatabaseConfig, type Config, type DatabaseConfig } from '../common/config/config';
import { ConfigError } from '../common/config/config-error';
import { readSecretFiles } from '../common/config/secret-files';
import { ServiceLogger } from '../common/logging/service-logger';
import { processStop } from '../common/processes/process-stop';
import { migrate } from '../database/schema/migrate';
import { type OpenConfig, openDatabase, withDatabaseUrl } from '../database/open-database';
import { requireMigrated } from '../database/schema/schema-state';
import { loadEmbeddedSecrets } from './embedded-secrets';

/**
 * Loads the configuration for a command. Some defaults differ from those of the server: the embedded database is
 * allowed in production, its data directory contains the secrets, and the log level is `warn`. With
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
 * Returns the secrets in the data directory of the embedded database; none for another database. If the settings of the
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

/**
 * Runs `work` with the modules of the service on an open database, without a server. Migrates an embedded database. Any
 * other database must already be migrated. When a stop is requested, closes the connections, which rolls back open
 * transactions, and throws a `StopRequestedError`.
 */
export async function withService<T>(config: Config, work: (app: INestApplicationContext) => Promise<T>): Promise<T> {
  return withDatabase(config, async (opened) => {
    const { embedded, url } = opened.database;
    if (embedded) await migrate(url, processStop.signal);
    else await requireMigrated(url);
    // Logs go to standard error (2), because standard output contains only the result of the command.
    const logger = new ServiceLogger(opened.logLevel, 2);
    const app = await NestFactory.createApplicationContext(AppModule.forCommands(opened, logger), {
      bufferLogs: true,
      // If the start fails, only the reason is printed. The logs of Nest are discarded.
      autoFlushLogs: false,
      abortOnError: false,
    });
    app.useLogger(app.get(ServiceLogger));
    app.flushLogs();
    try {
      return await processStop.unlessRequested(() => work(app));
    } finally {
      await app.close();
    }
  });
}

/**
 * Like `withService`, for commands that neither sign nor verify tokens or cursors. They need neither `JWT_SECRET` nor
 * `CURSOR_SECRET`.
 */
export function withServiceWithoutTokenSecrets<T>(work: (app: INestApplicationContext) => Promise<T>): Promise<T> {
  return withService(loadCliConfig(process.env, { tokenSecrets: false }), work);
}

/** Returns the settings that are not empty, because an empty setting counts as absent. */
export function withoutEmpty(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
}
