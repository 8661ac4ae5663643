import 'reflect-metadata';
import type { ModuleMetadata } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { createApp } from '../../../src/app.serve';
import { loadConfig, type Config } from '../../../src/common/config/config';
import type { ServiceLogger } from '../../../src/common/logging/service-logger';
import { canaryWatch } from '../checks/canary';
import { type RoleDatabase, withRoles } from '../databases/role-database';
import { createTestDatabase, type TestDatabase } from '../databases/test-database';
import { type Closings, setUp } from '../set-up';
import { TEST_ENVIRONMENT } from './test-environment';
import { watchedLogger } from './watched-logger';

/** The complete application. It has its own database, or shares that of another one. It listens on loopback. */
export interface TestApp {
  /** Base URL without a trailing slash, such as `http://127.0.0.1:40123`. */
  readonly url: string;
  readonly port: number;
  /** Gives access to providers, such as `app.get(ReadPool)`. */
  readonly app: NestExpressApplication;
  readonly config: Config;
  readonly database: TestDatabase;
  /**
   * Stops the application. Drops its database, unless it is shared. Throws if the output contained the canary, the
   * marker text of stored data that must not get out (see `canary.ts`).
   */
  close(): Promise<void>;
}

/** Options of an application. */
export interface TestAppOptions {
  /** Environment variables that override the defaults of tests. An empty value counts as not set. */
  readonly env?: Readonly<Record<string, string>>;
  readonly modules?: NonNullable<ModuleMetadata['imports']>;
  /** Whether the background loops run; default true. */
  readonly workers?: boolean;
  /** Default: a logger that searches its lines for the canary. */
  readonly logger?: ServiceLogger;
  /** A running application. The new application shares its database and JWT_SECRET, and must be closed first. */
  readonly peerOf?: TestApp;
  /** Returns the URL of the database for the application, for example the URL of a proxy. */
  readonly databaseUrl?: (database: TestDatabase) => string | Promise<string>;
}

/** Starts an application. Call it in `beforeAll`, and `close` in `afterAll`. */
export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { peerOf } = options;
  return setUp(async (closings) => {
    const database = peerOf?.database ?? (await createDatabase());
    if (peerOf === undefined) closings.add(() => database.drop());
    const config = loadConfig({
      ...TEST_ENVIRONMENT,
      JWT_SECRET: peerOf?.config.auth.jwtSecret ?? randomBytes(48).toString('base64'),
      ...(await databaseSettings(database, options)),
      ...options.env,
    });
    const { modules, workers, logger = watchedLogger() } = options;
    const app = await createApp(config, { modules, workers, logger });
    closings.add(() => app.close());
    closings.add(() => app.getHttpServer().closeAllConnections());
    await app.listen(0, '127.0.0.1');
    const { port } = app.getHttpServer().address() as AddressInfo;
    return { url: `http://127.0.0.1:${port}`, port, app, config, database, close: () => close(closings) };
  });
}

/** With TEST_ROLES=1, the application uses separate roles of the database, with row-level security. */
async function createDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  return process.env['TEST_ROLES'] === '1' ? withRoles(database) : database;
}

async function databaseSettings(
  database: TestDatabase & Partial<RoleDatabase>,
  { databaseUrl }: TestAppOptions,
): Promise<Readonly<Record<string, string>>> {
  if (databaseUrl !== undefined) return { DATABASE_URL: await databaseUrl(database) };
  return database.env ?? { DATABASE_URL: database.url };
}

async function close(closings: Closings): Promise<void> {
  await closings.close();
  await canaryWatch.requireNoLeaks();
}
