/** What commands share: the configuration, the open database and, where they need it, the modules of the service. */
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { randomBytes } from 'node:crypto';
import { AppModule } from '../app.module';
import { loadConfig, type Config } from '../common/config/config';
import { ServiceLogger } from '../common/logging/service-logger';
import { openDatabase, withDatabaseUrl } from '../database/open-database';

/** A refusal in one plain sentence; the exit code is 1. */
export class CliError extends Error {
  override readonly name = 'CliError';
}

/**
 * The configuration for a command: as the server's, but the embedded database needs no consent, nothing is served, and
 * only warnings are logged. A command that signs or checks nothing may pass `secrets: false`: it then needs none.
 */
export function loadCliConfig(env: NodeJS.ProcessEnv, options: { readonly secrets: boolean }): Config {
  const throwaway = options.secrets ? {} : { JWT_SECRET: randomBytes(48).toString('base64') };
  return loadConfig({
    EMBEDDED_DATABASE: '1',
    LOG_LEVEL: 'warn',
    ...throwaway,
    ...withoutEmpty(env),
    METRICS_PORT: '0',
  });
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

/** Runs `work` with the modules of the service, on an open and migrated database, without a server. */
export async function withService<T>(config: Config, work: (app: INestApplicationContext) => Promise<T>): Promise<T> {
  return withDatabase(config, async (opened) => {
    const app = await NestFactory.createApplicationContext(AppModule.for(opened), {
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
