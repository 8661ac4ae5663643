/** Creates the modules of the service for a command. */
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AppModule } from '../app.module';
import type { Config } from '../common/config/config';
import { ServiceLogger } from '../common/logging/service-logger';
import { processStop } from '../common/processes/process-stop';
import { migrate } from '../database/schema/migrate';
import { requireMigrated } from '../database/schema/schema-state';
import { loadCliConfig, withDatabase } from './cli-context';

/**
 * Opens the database and runs `work` with the modules of the service, without a server. Migrates an embedded database.
 * Any other database must already be migrated. When a stop is requested, closes the connections, which rolls back open
 * transactions, and throws a `StopRequestedError`.
 */
export async function withService<T>(config: Config, work: (app: INestApplicationContext) => Promise<T>): Promise<T> {
  return withDatabase(config, async (opened) => {
    const { embedded, url } = opened.database;
    if (embedded) await migrate(url, processStop.signal);
    else await requireMigrated(url);
    // Logs go to standard error (2), because standard output contains only the result of the command.
    const logger = new ServiceLogger(opened.logLevel, 2);
    const app = await NestFactory.createApplicationContext(AppModule.for(opened, logger, 'command'), {
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
