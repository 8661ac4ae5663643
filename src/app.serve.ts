import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { AppOptions } from './app.module';
import { createApp } from './app.setup';
import type { Config } from './common/config/config';
import { Lifecycle } from './common/processes/lifecycle';
import { ServiceLogger } from './common/logging/service-logger';
import { toListenFailure } from './common/processes/ports';
import type { ProcessStop } from './common/processes/process-stop';

/** A service that answers. */
export interface RunningService {
  /** Address of the API, such as `http://127.0.0.1:3000`. */
  readonly url: string;
  readonly app: NestExpressApplication;
  /**
   * Readiness fails first, then requests in flight end, then connections and pools are closed; never longer than the
   * configured shutdown timeout. A second call ends the waiting.
   */
  stop(): Promise<void>;
}

/** Share of the shutdown timeout in which probes may notice that readiness fails; at most a second. */
const NOTICE_SHARE = 0.1;
const NOTICE_MAX_MS = 1000;
/** Share of the shutdown timeout after which requests still in flight are cut off. */
const CUT_OFF_SHARE = 0.8;
const SWEEP_MS = 50;

/**
 * Starts the service on a database that is open and migrated. When `signal` aborts before it serves, it ends what was
 * begun and throws the reason.
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
    // Why it does not start is worth more than what went wrong in the clearing away.
    await app.close().catch(() => undefined);
    throw toListenFailure(error, config);
  } finally {
    signal?.removeEventListener('abort', onAbort);
  }
  const url = toUrl(config.http.host, server.address() as AddressInfo);
  app.get(ServiceLogger).pino.info({ url }, 'Serving');
  const stop = new GracefulStop(app, server, config.http.shutdownTimeoutMs);
  return { url, app, stop: () => stop.run() };
}

/**
 * Serves until the process is asked to stop, then stops the service; asked again, it waits for no request any more.
 * `whenServing` is work to be done beside.
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

class GracefulStop {
  private impatient = false;
  private hurry: () => void = () => undefined;
  private readonly hurried = new Promise<void>((settle) => (this.hurry = settle));
  private running: Promise<void> | null = null;

  constructor(
    private readonly app: NestExpressApplication,
    private readonly server: Server,
    private readonly timeoutMs: number,
  ) {}

  run(): Promise<void> {
    if (this.running !== null) {
      this.impatient = true;
      this.hurry();
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

  /** No new connections; the others end with their request, or at the deadline. */
  private async endRequests(deadline: number): Promise<void> {
    let open = true;
    this.server.close(() => (open = false));
    while (open && Date.now() < deadline && !this.impatient) {
      this.server.closeIdleConnections();
      await this.pause(SWEEP_MS);
    }
    this.server.closeAllConnections();
  }

  private async pause(milliseconds: number): Promise<void> {
    await Promise.race([delay(milliseconds), this.hurried]);
  }
}

function toUrl(host: string, { port }: AddressInfo): string {
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${shown.includes(':') ? `[${shown}]` : shown}:${port}`;
}
