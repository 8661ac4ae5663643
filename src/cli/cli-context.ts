/** What commands share: the configuration, the open database and, where they need it, the modules of the service. */
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { randomBytes } from 'node:crypto';
import { AppModule } from '../app.module';
import { loadConfig, loadDatabaseConfig, type Config } from '../common/config/config';
import { ServiceLogger } from '../common/logging/service-logger';
import { processStop } from '../common/processes/process-stop';
import { migrate } from '../database/schema/migrate';
import { openDatabase, withDatabaseUrl } from '../database/open-database';
import { requireMigrated } from '../database/schema/schema-state';
import { loadEmbeddedSecrets } from './embedded-secrets';

/**
 * The configuration for a command: as the server's, but the embedded database needs no consent and brings its own
 * secrets, and only warnings are logged. A command that signs or checks nothing may pass
 * `secrets: false`: it then needs none.
 */
export function loadCliConfig(env: NodeJS.ProcessEnv, options: { readonly secrets: boolean }): Config {
  const given = { EMBEDDED_DATABASE: '1', LOG_LEVEL: 'warn', ...withoutEmpty(env) };
  return loadConfig({ ...(options.secrets ? keptSecrets(given) : throwawaySecrets()), ...given });
}

function keptSecrets(env: NodeJS.ProcessEnv): Record<string, string> {
  const { embedded, dataDirectory } = loadDatabaseConfig(env);
  if (!embedded) return {};
  const { JWT_SECRET, CURSOR_SECRET } = loadEmbeddedSecrets(dataDirectory);
  return { JWT_SECRET, CURSOR_SECRET };
}

function throwawaySecrets(): Record<string, string> {
  const make = (): string => randomBytes(48).toString('base64');
  return { JWT_SECRET: make(), CURSOR_SECRET: make() };
}

/**
 * Opens the configured database for the time of `work`. The configuration `work` gets names its address. Throws a
 * `StopRequestedError` when the process is asked to stop before.
 */
export async function withDatabase<T>(config: Config, work: (config: Config) => Promise<T>): Promise<T> {
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
 * Runs `work` with the modules of the service, on an open database, without a server. An embedded database belongs to
 * this service alone and is migrated; any other must be. When the process is asked to stop, the connections are closed,
 * which undoes the transactions under way, and this throws a `StopRequestedError`.
 */
export async function withService<T>(config: Config, work: (app: INestApplicationContext) => Promise<T>): Promise<T> {
  return withDatabase(config, async (opened) => {
    const { embedded, url } = opened.database;
    if (url === undefined) throw new Error('unreachable');
    if (embedded) await migrate(url, processStop.signal);
    else await requireMigrated(url);
    // Standard output is for what the command answers.
    const logger = new ServiceLogger(opened.logLevel, 2);
    const app = await NestFactory.createApplicationContext(AppModule.forCommands(opened, logger), {
      bufferLogs: true,
      abortOnError: false,
    });
    app.useLogger(app.get(ServiceLogger));
    try {
      return await processStop.unlessRequested(() => work(app));
    } finally {
      await app.close();
    }
  });
}

/** As `withService`, for commands about accounts, which sign and check nothing. */
export function withUsers<T>(work: (app: INestApplicationContext) => Promise<T>): Promise<T> {
  return withService(loadCliConfig(process.env, { secrets: false }), work);
}

function withoutEmpty(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
}
