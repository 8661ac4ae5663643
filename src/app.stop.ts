import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { Lifecycle } from './common/processes/lifecycle';
import { ServiceLogger } from './common/logging/service-logger';

/** Share of the shutdown timeout during which the server still listens, so that load balancers see readiness fail. */
const DRAIN_SHARE = 0.1;
/** Maximum time during which the server still listens, in milliseconds. */
const DRAIN_MAX_MS = 1000;
/** Share of the shutdown timeout after which the connections of requests in flight are closed. */
const CUT_OFF_SHARE = 0.8;
/** Interval at which idle connections are closed, in milliseconds. */
const IDLE_CHECK_MS = 50;

/** One stop of a running service. A second call of `run` closes the open connections at once. */
export class GracefulStop {
  /** Aborts when the open connections must be closed at once. */
  private readonly forced = new AbortController();
  private running: Promise<void> | null = null;

  constructor(
    private readonly app: NestExpressApplication,
    private readonly server: Server,
    private readonly timeoutMs: number,
  ) {}

  run(): Promise<void> {
    if (this.running !== null) this.forced.abort();
    this.running ??= this.stop();
    return this.running;
  }

  private async stop(): Promise<void> {
    const startedAt = Date.now();
    const logger = this.app.get(ServiceLogger);
    this.app.get(Lifecycle).beginStop();
    logger.pino.info('Stopping');
    await this.pause(Math.min(DRAIN_MAX_MS, this.timeoutMs * DRAIN_SHARE));
    await this.endRequests(startedAt + this.timeoutMs * CUT_OFF_SHARE);
    const isClosed = await Promise.race([
      this.app.close().then(() => true),
      delay(this.timeoutMs - (Date.now() - startedAt), false, { ref: false }),
    ]);
    if (isClosed) logger.pino.info('Stopped');
    else logger.pino.warn('Stopped before everything was closed, because SHUTDOWN_TIMEOUT_MS has passed');
  }

  /** Stops accepting connections. Closes each open connection after its request, or at the deadline. */
  private async endRequests(deadline: number): Promise<void> {
    let isOpen = true;
    this.server.close(() => (isOpen = false));
    while (isOpen && Date.now() < deadline && !this.forced.signal.aborted) {
      this.server.closeIdleConnections();
      await this.pause(IDLE_CHECK_MS);
    }
    this.server.closeAllConnections();
  }

  /** Waits, or returns early when the stop is forced. */
  private async pause(milliseconds: number): Promise<void> {
    await delay(milliseconds, null, { signal: this.forced.signal }).catch(() => undefined);
  }
}
