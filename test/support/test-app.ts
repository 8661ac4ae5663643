import 'reflect-metadata';
import type { ModuleMetadata } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { createApp } from '../../src/app.setup';
import { loadConfig, type Config } from '../../src/common/config/config';
import type { ServiceLogger } from '../../src/common/logging/service-logger';
import { canaryWatch } from './canary';
import { PATIENCE } from './patience';
import { createTestDatabase, type TestDatabase } from './test-database';
import { watchedLogger } from './watched-logger';

/** The whole application on a database of its own, listening on loopback. */
export interface TestApp {
  /** Base address, such as `http://127.0.0.1:40123`, without a slash at the end. */
  readonly url: string;
  readonly port: number;
  /** For reaching providers: `app.get(ReadPool)`. */
  readonly app: NestExpressApplication;
  readonly config: Config;
  readonly database: TestDatabase;
  /** Stops the application and removes its database. Fails when the canary came out. */
  close(): Promise<void>;
}

/** What a suite may change about its application. */
export interface TestAppOptions {
  /** Environment variables over the defaults of the tests; an empty one is as if unset. */
  readonly env?: Readonly<Record<string, string>>;
  /** Modules of the suite's own beside those of the application. */
  readonly modules?: NonNullable<ModuleMetadata['imports']>;
  /** Whether the background loops run; default true. A suite whose steps they would disturb says false. */
  readonly workers?: boolean;
  /** Default: one whose lines are looked through for the canary. */
  readonly logger?: ServiceLogger;
  /** Makes this a second instance beside that one: on its database, with its secrets. That one is closed last. */
  readonly beside?: TestApp;
  /** Address the application reaches its database at, such as that of a proxy in front of it. */
  readonly databaseUrl?: (database: TestDatabase) => string | Promise<string>;
}

/** Starts an application; call it in `beforeAll`, and `close` in `afterAll`. */
export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { beside } = options;
  const database = beside?.database ?? (await createTestDatabase());
  const dropDatabase = (): Promise<void> => (beside === undefined ? database.drop() : Promise.resolve());
  try {
    const config = loadConfig({
      ...TEST_ENVIRONMENT,
      JWT_SECRET: beside?.config.auth.jwtSecret ?? randomBytes(48).toString('base64'),
      DATABASE_URL: (await options.databaseUrl?.(database)) ?? database.url,
      ...options.env,
    });
    const { modules, workers, logger = watchedLogger() } = options;
    const app = await createApp(config, { modules, workers, logger });
    await app.listen(0, '127.0.0.1');
    const { port } = app.getHttpServer().address() as AddressInfo;
    return { url: `http://127.0.0.1:${port}`, port, app, config, database, close: () => close(app, dropDatabase) };
  } catch (error) {
    await dropDatabase();
    throw error;
  }
}

const TEST_ENVIRONMENT = {
  NODE_ENV: 'test',
  WARM_UP_MS: '0',
  METRICS_PORT: '0',
  // A thread would load the sources without the transformation of the test runner.
  DERIVATION_THREADS: '0',
  WORK_THREADS: '0',
  // Suites about limits set their own.
  ...PATIENCE,
  RATE_LIMIT_PER_MINUTE: '0',
};

async function close(app: NestExpressApplication, dropDatabase: () => Promise<void>): Promise<void> {
  app.getHttpServer().closeAllConnections();
  await app.close();
  await dropDatabase();
  await canaryWatch.requireNoLeaks();
}
