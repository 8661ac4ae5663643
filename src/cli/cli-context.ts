/** What commands share: the configuration, the open database and, where they need it, the modules of the service. */
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { randomBytes } from 'node:crypto';
import { AppModule } from '../app.module';
import { loadConfig, loadDatabaseConfig, type Config } from '../common/config/config';
import { ServiceLogger } from '../common/logging/service-logger';
import { migrate } from '../database/migrate';
import { openDatabase, withDatabaseUrl } from '../database/open-database';
import { loadEmbeddedSecrets } from './embedded-secrets';

/** A refusal in one plain sentence; the exit code is 1. */
export class CliError extends Error {
  override readonly name = 'CliError';
}

/**
 * The configuration for a command: as the server's, but the embedded database needs no consent and brings its own
 * secrets, nothing is served, and only warnings are logged. A command that signs or checks nothing may pass
 * `secrets: false`: it then needs none.
 */
export function loadCliConfig(env: NodeJS.ProcessEnv, options: { readonly secrets: boolean }): Config {
  const given = { EMBEDDED_DATABASE: '1', LOG_LEVEL: 'warn', ...withoutEmpty(env), METRICS_PORT: '0' };
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

/** Opens the configured database for the time of `work`. The configuration `work` gets names its address. */
export async function withDatabase<T>(config: Config, work: (config: Config) => Promise<T>): Promise<T> {
  const database = await openDatabase(config.database);
  try {
    return await work(withDatabaseUrl(config, database));
  } finally {
    await database.close();
  }
}

/**
 * Runs `work` with the modules of the service, on an open database, without a server. An embedded database belongs to
 * this service alone and is migrated; any other must be.
 */
export async function withService<T>(config: Config, work: (app: INestApplicationContext) => Promise<T>): Promise<T> {
  return withDatabase(config, async (opened) => {
    if (config.database.embedded && opened.database.url !== undefined) await migrate(opened.database.url);
    // Standard output is for what the command answers.
    const logger = new ServiceLogger(opened.logLevel, 2);
    const app = await NestFactory.createApplicationContext(AppModule.for(opened, { logger }), {
      bufferLogs: true,
      abortOnError: false,
    });
    app.useLogger(app.get(ServiceLogger));
    try {
      return await work(app);
    } finally {
      await app.close();
    }
  });
}

function withoutEmpty(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
}
