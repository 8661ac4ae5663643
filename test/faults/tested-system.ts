/** Two servers, each with a separate proxy to one external database. */
import { NestFactory } from '@nestjs/core';
import type { INestApplicationContext } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { AppModule } from '../../src/app.module';
import { loadConfig } from '../../src/common/config/config';
import { ServiceLogger } from '../../src/common/logging/service-logger';
import { migrate } from '../../src/database/schema/migrate';
import { Reconciler } from '../../src/read-model/refresh/reconciler';
import { CompiledProgram } from '../support/programs/compiled-program';
import { Closings, setUp } from '../support/set-up';
import { eventually } from '../support/eventually';
import { findFreePort } from '../support/network/free-port';
import { createTcpProxy, type TcpProxy } from '../support/network/tcp-proxy';
import { ExternalCluster } from './external-cluster';
import { mountLimited } from './limited-disk';
import { registerCatalog, WATCHED_FILMS, type Send } from './registers';
import { FIRST_ADMIN, logIn, senderOf } from './sender';
import { ServerProcess } from './server-process';

/** A client aborts a request after this time, in milliseconds. */
const PATIENCE_MS = 2_500;
const IMPORT_MAX_MS = 60_000;

/** Settings of the servers. The time limits are short, so that faults exceed them. */
const SETTINGS = {
  NODE_ENV: 'test',
  METRICS_PORT: '0',
  WARM_UP_MS: '0',
  LOG_LEVEL: 'info',
  RATE_LIMIT_PER_MINUTE: '0',
  WORK_THREADS: '0',
  DERIVATION_THREADS: '0',
  REFRESH_INTERVAL_MS: '500',
  REQUEST_BUDGET_MS: '1000',
  DATABASE_ACQUIRE_TIMEOUT_MS: '2000',
  DATABASE_WRITE_TIMEOUT_MS: '5000',
  CONCURRENCY_PER_USER: '7',
  SHUTDOWN_TIMEOUT_MS: '3000',
  JWT_ACCESS_TTL_SECONDS: '86400',
  JWT_LEEWAY_SECONDS: '60',
  ...FIRST_ADMIN,
};

/** Changes of the settings that the servers and the database have in the fault suite. */
export interface TestedSystemOptions {
  /** Environment variables of the servers and the commands; an empty value selects the default of the service. */
  readonly env?: Readonly<Record<string, string>>;
  /** Settings of the database, as for `ExternalCluster.create`. */
  readonly databaseSettings?: readonly string[];
  /** Whether to put the database on a separate small disk, if the machine permits to mount one; default true. */
  readonly wantsSmallDisk?: boolean;
}

/** The servers, proxies and database into which the suite injects faults. Call `close` after the last fault. */
export class TestedSystem {
  private modules: INestApplicationContext | null = null;

  private constructor(
    readonly cluster: ExternalCluster,
    readonly proxies: readonly [TcpProxy, TcpProxy],
    readonly servers: readonly [ServerProcess, ServerProcess],
    readonly program: CompiledProgram,
    /** Whether the database is on a separate small disk. */
    readonly hasSmallDisk: boolean,
    private readonly settings: Readonly<Record<string, string>>,
    private readonly secret: string,
    private readonly token: string,
    private readonly closings: Closings,
  ) {}

  static async create({
    env: changes = {},
    databaseSettings = [],
    wantsSmallDisk = true,
  }: TestedSystemOptions = {}): Promise<TestedSystem> {
    let hasSmallDisk = false;
    const settings = { ...SETTINGS, ...changes };
    return setUp(async (closings) => {
      const prepare = (directory: string): void => {
        if (wantsSmallDisk) hasSmallDisk = mountLimited(directory, '500m');
      };
      const program = await CompiledProgram.compile('service-program.ts');
      closings.add(() => program.remove());
      const cluster = await ExternalCluster.create(prepare, databaseSettings);
      closings.add(() => cluster.remove());
      await migrate(cluster.urlOf());
      const secret = randomBytes(48).toString('base64');
      const startProxy = async (): Promise<TcpProxy> => {
        const proxy = await createTcpProxy(cluster.urlOf());
        closings.add(() => proxy.close());
        return proxy;
      };
      const proxies = [await startProxy(), await startProxy()] as const;
      const makeServer = async ({ url }: TcpProxy): Promise<ServerProcess> => {
        const env = { ...settings, ...cacheOf(program), DATABASE_URL: url, JWT_SECRET: secret };
        const server = new ServerProcess(program, await findFreePort(), env);
        closings.add(() => server.end('SIGKILL'));
        return server;
      };
      const servers = [await makeServer(proxies[0]), await makeServer(proxies[1])] as const;
      // The first start creates the account of the administrator.
      for (const server of servers) await server.start();
      const token = await logIn(servers[0].url);
      const system = new TestedSystem(
        cluster,
        proxies,
        servers,
        program,
        hasSmallDisk,
        settings,
        secret,
        token,
        closings,
      );
      await eventually(async () => {
        const imported = await system.sender(servers[0])(
          'POST',
          '/admin/catalog/import',
          registerCatalog(WATCHED_FILMS),
        );
        return imported?.status === 200;
      }, IMPORT_MAX_MS);
      return system;
    });
  }

  /** Returns a function that sends requests to a server as its administrator, with a time limit. */
  sender({ url }: Pick<ServerProcess, 'url'>, patienceMs = PATIENCE_MS): Send {
    return senderOf(url, this.token, patienceMs);
  }

  get authorization(): Record<string, string> {
    return { authorization: `Bearer ${this.token}` };
  }

  /** Environment variables for commands. They connect to the database directly, without a proxy. */
  environment(database = 'faults'): Record<string, string> {
    return {
      ...this.settings,
      ...cacheOf(this.program),
      DATABASE_URL: this.cluster.urlOf(database),
      JWT_SECRET: this.secret,
    };
  }

  /** Returns the number of differences between read model and catalog. Stale rows in the queue are not differences. */
  async countDrift(): Promise<number> {
    this.modules ??= await this.startModules();
    const reconciler = this.modules.get(Reconciler);
    // The fault may have ended a pooled connection. The next statement on it fails.
    const { total } = await eventually(() => reconciler.compare().catch(() => null));
    return total;
  }

  private async startModules(): Promise<INestApplicationContext> {
    const modules = await NestFactory.createApplicationContext(
      AppModule.for(loadConfig(this.environment()), new ServiceLogger('silent'), 'command'),
      { logger: false, abortOnError: false },
    );
    this.closings.add(() => modules.close());
    return modules;
  }

  /** Waits until no statement and no transaction of the servers is in progress. */
  async waitUntilIdle(): Promise<void> {
    await eventually(async () => {
      const [row] = await this.cluster.query<{ busy: number }>(
        `SELECT count(*)::int AS busy FROM pg_stat_activity
          WHERE datname = current_database() AND usename = 'service' AND state <> 'idle'`,
      );
      return row?.busy === 0;
    });
  }

  /** Frees the space of dead rows. In a long run, they would fill the small disk. */
  async vacuum(): Promise<void> {
    await this.cluster.query('VACUUM');
  }

  async close(): Promise<void> {
    await this.closings.close();
  }
}

/** Returns the setting of a common compile cache, which makes all processes but the first start sooner. */
const cacheOf = ({ directory }: CompiledProgram): Record<string, string> => ({
  NODE_COMPILE_CACHE: join(directory, 'compiled'),
});
