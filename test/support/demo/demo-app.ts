import 'reflect-metadata';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, escapeIdentifier } from 'pg';
import { createApp } from '../../../src/app.serve';
import { type Config, loadConfig } from '../../../src/common/config/config';
import { DemoModule } from '../../../src/demo/demo.module';
import type { ProviderSettings } from '../../../src/demo/provider/provider-settings';
import type { DemoStatusResponse } from '../../../src/demo/demo.dto';
import { eventually } from '../eventually';
import { type FakeProvider, startFakeProvider } from './fake-provider';
import { runSql } from '../databases/sql';
import { createTestDatabase, type TestDatabase } from '../databases/test-database';
import { TEST_ENVIRONMENT } from '../app/test-environment';
import { withDatabase } from '../databases/test-server';
import { watchedLogger } from '../app/watched-logger';

/** What a demo needs: a main database, a folder and a fake provider. Demos can use it one after the other. */
export interface DemoFixture {
  readonly main: TestDatabase;
  /** The root folder of the demo. Only the demo creates it. */
  readonly root: string;
  readonly databaseName: string;
  readonly fake: FakeProvider;
  /** Returns the environment variables of a demo that uses the fixture. */
  environment(env?: Readonly<Record<string, string>>): Record<string, string>;
  /** Loads the configuration, without `DemoModule.prepare`. */
  config(env?: Readonly<Record<string, string>>): Config;
  start(env?: Readonly<Record<string, string>>, provider?: Partial<ProviderSettings>): Promise<RunningDemo>;
  /** Opens a connection to the demo database. The caller must end it. */
  connect(): Promise<Client>;
  /** Drops the demo database, and terminates its connections. */
  dropDatabase(): Promise<void>;
  close(): Promise<void>;
}

/** A demo that accepts requests. */
export interface RunningDemo {
  readonly url: string;
  readonly app: NestExpressApplication;
  /** Sends a request as the demo's administrator. */
  send(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  status(): Promise<DemoStatusResponse>;
  /** Waits until the demo is ready or has failed, and returns its status. */
  settle(): Promise<DemoStatusResponse>;
  close(): Promise<void>;
}

/** An answer with its parsed body. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: AnswerBody;
}

/** The members that tests read from the response bodies of several routes. */
interface AnswerBody extends DemoStatusResponse {
  readonly code: string;
  readonly libraries: (DemoStatusResponse['libraries'][number] & { counts: Record<string, number> })[];
  readonly candidates: { media: { media_id: string } }[];
  readonly item: { media: { media_id: string } };
}

/** Provider settings without rate limit and long waits. */
const FAST_PROVIDER: Partial<ProviderSettings> = {
  requestsPerSecond: 100_000,
  backoffMs: 1,
  timeoutMs: 2000,
  maxRetries: 2,
};
/** Maximum wait for a command of the demo, long enough for a slow machine. */
const SETTLE_MAX_MS = 150_000;

/** Creates a fixture for demos. The caller must `close` it. */
export async function createDemoFixture(): Promise<DemoFixture> {
  const main = await createTestDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'demo-fixture-'));
  const fake = await startFakeProvider();
  const databaseName = `demo_${randomBytes(6).toString('hex')}`;
  const secret = randomBytes(48).toString('base64');
  const fixture = {
    main,
    root: join(folder, 'demo-media'),
    databaseName,
    fake,
    environment: (env: Readonly<Record<string, string>> = {}): Record<string, string> => ({
      ...TEST_ENVIRONMENT,
      LOG_LEVEL: 'silent',
      CONCURRENCY_PER_USER: '1000',
      JWT_SECRET: secret,
      DATABASE_URL: main.url,
      SERVICE_DEMO_MODE: '1',
      SERVICE_DEMO_ROOT: fixture.root,
      DEMO_DATABASE_NAME: databaseName,
      METADATA_API_KEY: fake.key,
      METADATA_API_BASE_URL: fake.url,
      ...env,
    }),
    config: (env?: Readonly<Record<string, string>>): Config => loadConfig(fixture.environment(env)),
    start: async (env?: Readonly<Record<string, string>>, provider: Partial<ProviderSettings> = {}) =>
      startDemo(await DemoModule.prepare(fixture.config(env)), { ...FAST_PROVIDER, ...provider }),
    connect: async () => {
      const client = new Client({ connectionString: withDatabase(main.url, databaseName) });
      await client.connect();
      return client;
    },
    dropDatabase: async () => {
      await runSql(main.url, `DROP DATABASE IF EXISTS ${escapeIdentifier(databaseName)} WITH (FORCE)`);
    },
    close: async () => {
      await fake.close();
      await fixture.dropDatabase();
      await main.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return fixture;
}

async function startDemo(config: Config, provider: Partial<ProviderSettings>): Promise<RunningDemo> {
  const app = await createApp(config, {
    modules: [DemoModule.for(config, provider)],
    logger: watchedLogger(),
  });
  await app.listen(0, '127.0.0.1');
  const { port } = app.getHttpServer().address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  let token: string | null = null;

  async function send(
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    token ??= await logIn(url, config);
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: JSON.parse(text) as AnswerBody };
  }

  const status = async (): Promise<DemoStatusResponse> => (await send('GET', '/admin/demo/status')).body;
  return {
    url,
    app,
    send,
    status,
    settle: () =>
      eventually(async () => {
        const current = await status();
        return (current.state === 'ready' || current.state === 'failed') && current;
      }, SETTLE_MAX_MS),
    close: async () => {
      app.getHttpServer().closeAllConnections();
      await app.close();
    },
  };
}

async function logIn(url: string, config: Config): Promise<string> {
  const { username, password } = config.demo;
  const response = await fetch(`${url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  const body = (await response.json()) as { access_token?: string };
  if (body.access_token === undefined) throw new Error(`The demo's administrator cannot log in: ${response.status}`);
  return body.access_token;
}
