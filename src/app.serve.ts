import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppModule, type ModuleImports } from './app.module';
import { configureApp } from './app.setup';
import type { Config } from './common/config/config';
import { findExposures } from './common/config/exposures';
import { Lifecycle } from './common/processes/lifecycle';
import { ServiceLogger } from './common/logging/service-logger';
import { toListenFailure } from './common/processes/ports';
import type { ProcessStop } from './common/processes/process-stop';
import { FastExpressAdapter } from './http/fast-express.adapter';
import { GracefulStop } from './app.stop';
import { serverModules } from './server-modules';

/** Options that differ between the service, its demo and its tests. */
export interface AppOptions {
  /** Additional modules. */
  readonly modules?: ModuleImports;
  /** Default: a logger that writes to standard output at the configured level. */
  readonly logger?: ServiceLogger;
  /** Whether the background loops run; default true. */
  readonly workers?: boolean;
}

/** A service that accepts requests. */
export interface RunningService {
  /** Address of the API, such as `http://127.0.0.1:3000`. */
  readonly url: string;
  readonly app: NestExpressApplication;
  /**
   * Makes readiness fail, waits for requests in flight, then closes connections and pools. Takes at most the configured
   * shutdown timeout. A second call closes the open connections at once.
   */
  stop(): Promise<void>;
}

/**
 * Starts the service. The database of `config` must be migrated and, if it is embedded, started by `openDatabase`. If
 * `signal` aborts before the service begins to listen, closes everything that it has started and throws the abort
 * reason.
 */
export async function serve(config: Config, options: AppOptions = {}, signal?: AbortSignal): Promise<RunningService> {
  const app = await createApp(config, options);
  const server: Server = app.getHttpServer();
  const onAbort = (): void => app.get(Lifecycle).beginStop();
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    signal?.throwIfAborted();
    await app.init();
    signal?.throwIfAborted();
    await app.listen(config.http.port, config.http.host).catch((error: unknown) => {
      throw toListenFailure(error, config);
    });
  } catch (error) {
    // An error of `close` must not replace the error that prevented the start.
    await app.close().catch(() => undefined);
    throw error;
  } finally {
    signal?.removeEventListener('abort', onAbort);
  }
  const url = toUrl(config.http.host, server.address() as AddressInfo);
  const { pino } = app.get(ServiceLogger);
  for (const warning of findExposures(config)) pino.warn(warning);
  pino.info({ url }, 'Serving');
  const stop = new GracefulStop(app, server, config.http.shutdownTimeoutMs);
  return { url, app, stop: () => stop.run() };
}

/**
 * Serves until the process receives a stop signal, then stops the service. Calls `whenServing` as soon as the service
 * listens; the first stop signal takes effect only after `whenServing` has settled. While the service stops, a further
 * signal closes the open connections at once.
 */
export async function serveUntilStopped(
  config: Config,
  options: AppOptions,
  stop: ProcessStop,
  whenServing: (service: RunningService) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const service = await serve(config, options, stop.signal);
  stop.takeOver(() => void service.stop());
  try {
    await whenServing(service);
    await stop.requested();
  } finally {
    await service.stop();
  }
}

function toUrl(host: string, { port }: AddressInfo): string {
  const reachable = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

/** Creates the application. Throws when a provider cannot be created, for example without a database connection. */
export async function createApp(config: Config, options: AppOptions = {}): Promise<NestExpressApplication> {
  const adapter = new FastExpressAdapter(config.http);
  const { modules = [], logger = new ServiceLogger(config.logLevel), workers = true } = options;
  const root = AppModule.for(config, logger, 'service', [...serverModules(workers), ...modules]);
  const app = await NestFactory.create<NestExpressApplication>(root, adapter, {
    bufferLogs: true,
    // If the start fails, `main.ts` prints one line with the reason. Nest must not print its buffered log lines, too.
    autoFlushLogs: false,
    bodyParser: false,
    abortOnError: false,
  });
  return configureApp(app, config.http);
}
