import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { AppOptions } from './app.module';
import { createApp } from './app.setup';
import type { Config } from './common/config/config';
import { findExposures } from './common/config/exposures';
import { Lifecycle } from './common/processes/lifecycle';
import { ServiceLogger } from './common/logging/service-logger';
import { toListenFailure } from './common/processes/ports';
import type { ProcessStop } from './common/processes/process-stop';

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

/** Share of the shutdown timeout that the server still listens, so that load balancers see readiness fail. */
const NOTICE_SHARE = 0.1;
/** Maximum time that the server still listens. */
const NOTICE_MAX_MS = 1000;
/** Share of the shutdown timeout after which the connections of requests in flight are closed. */
const CUT_OFF_SHARE = 0.8;
/** Interval at which idle connections are closed. */
const SWEEP_MS = 50;

/**
 * Starts the service on a database that is open and migrated. If `signal` aborts before the service listens, closes
 * what was started and throws the abort reason.
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
    await app.listen(config.http.port, config.http.host);
  } catch (error) {
    // An error of `close` must not replace the error that prevented the start.
    await app.close().catch(() => undefined);
    throw toListenFailure(error, config);
  } finally {
    signal?.removeEventListener('abort', onAbort);
  }
  const url = toUrl(config.http.host, server.address() as AddressInfo);
  const { pino } = app.get(ServiceLogger);
  for (const sentence of findExposures(config)) pino.warn(sentence);
  pino.info({ url }, 'Serving');
  const stop = new GracefulStop(app, server, config.http.shutdownTimeoutMs);
  return { url, app, stop: () => stop.run() };
}

/**
 * Serves until the process receives a stop signal, then stops the service. A later signal calls `stop` again.
 * `whenServing` runs as soon as the service listens. The first stop signal takes effect after `whenServing` settles.
 */
export async function serveUntilStopped(
  config: Config,
  options: AppOptions,
  stop: ProcessStop,
  whenServing: (service: RunningService) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const service = await serve(config, options, stop.signal);
  stop.setStopHandler(() => void service.stop());
  try {
    await whenServing(service);
    await stop.requested();
  } finally {
    await service.stop();
  }
}

class GracefulStop {
  private isForced = false;
  private force: () => void = () => undefined;
  private readonly forced = new Promise<void>((settle) => (this.force = settle));
  private running: Promise<void> | null = null;

  constructor(
    private readonly app: NestExpressApplication,
    private readonly server: Server,
    private readonly timeoutMs: number,
  ) {}

  run(): Promise<void> {
    if (this.running !== null) {
      this.isForced = true;
      this.force();
    }
    this.running ??= this.stop();
    return this.running;
  }

  private async stop(): Promise<void> {
    const startedAt = Date.now();
    const logger = this.app.get(ServiceLogger);
    this.app.get(Lifecycle).beginStop();
    logger.pino.info('Stopping');
    await this.pause(Math.min(NOTICE_MAX_MS, this.timeoutMs * NOTICE_SHARE));
    await this.endRequests(startedAt + this.timeoutMs * CUT_OFF_SHARE);
    await Promise.race([this.app.close(), delay(this.timeoutMs - (Date.now() - startedAt), null, { ref: false })]);
    logger.pino.info('Stopped');
  }

  /** Stops accepting connections. Closes each open connection after its request, or at the deadline. */
  private async endRequests(deadline: number): Promise<void> {
    let open = true;
    this.server.close(() => (open = false));
    while (open && Date.now() < deadline && !this.isForced) {
      this.server.closeIdleConnections();
      await this.pause(SWEEP_MS);
    }
    this.server.closeAllConnections();
  }

  private async pause(milliseconds: number): Promise<void> {
    await Promise.race([delay(milliseconds), this.forced]);
  }
}

function toUrl(host: string, { port }: AddressInfo): string {
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${shown.includes(':') ? `[${shown}]` : shown}:${port}`;
}
