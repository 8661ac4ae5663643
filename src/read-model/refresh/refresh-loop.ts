import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { Client } from 'pg';
import { type BackgroundLoop, BackgroundLoops } from '../../common/processes/background-loops';
import type { Config } from '../../common/config/config';
import { CONFIG } from '../../common/config/config.token';
import { QuietClient } from '../../database/connections/quiet-client';
import { DIRTY_CHANNEL } from './dirty-key.store';
import { Reconciler } from './reconciler';
import { Rederivation } from './rederivation';
import { Refresher } from './refresher';

/** The interval of `rederive` as a multiple of the interval of `refresh`. */
const REDERIVE_EVERY = 10;

/**
 * Runs the refresher as soon as a writer that queued keys commits. Also runs it at intervals, because some keys become
 * due later, and a notification can be lost. The reconciler and the rederivation run in loops of their own, by
 * default at longer intervals.
 */
@Injectable()
export class RefreshLoop implements OnApplicationShutdown {
  private readonly logger = new Logger(RefreshLoop.name);
  private readonly listening: BackgroundLoop;
  private readonly refreshing: BackgroundLoop;
  private readonly reconciling: BackgroundLoop;
  private readonly rederiving: BackgroundLoop;
  private listener: Client | null = null;

  constructor(
    private readonly refresher: Refresher,
    private readonly reconciler: Reconciler,
    rederivation: Rederivation,
    @Inject(CONFIG) private readonly config: Pick<Config, 'readModel' | 'database'>,
    loops: BackgroundLoops,
  ) {
    this.listening = loops.add('refresh-listener', () => this.listen());
    // If a refresh fails, its keys are still queued, so the next run tries them again.
    this.refreshing = loops.add('refresh', (isStopping) => this.refresher.drain(isStopping));
    this.reconciling = loops.add('reconcile', (isStopping) => this.reconcile(isStopping));
    this.rederiving = loops.add('rederive', (isStopping) => rederivation.run(isStopping));
  }

  /**
   * Starts the loops that refresh, reconcile and derive again. Resolves when writers can wake the refresher, or when
   * the first attempt to listen has failed.
   */
  async start(): Promise<void> {
    const { refreshIntervalMs, reconcileIntervalMs } = this.config.readModel;
    this.listening.start(refreshIntervalMs);
    this.refreshing.start(refreshIntervalMs);
    this.reconciling.start(reconcileIntervalMs);
    this.rederiving.start(REDERIVE_EVERY * refreshIntervalMs);
    await this.listening.run();
    this.refreshing.wake();
    this.rederiving.wake();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.listener?.end();
    this.listener = null;
  }

  private async reconcile(isStopping: () => boolean): Promise<void> {
    const report = await this.reconciler.reconcile(isStopping);
    if (report !== null && report.total > 0) this.logger.warn(`Repaired drift: ${JSON.stringify(report.drift)}`);
  }

  /**
   * Connects the listener if it is not connected. A lost connection is replaced at the next run; until then, the
   * refresher runs only at its interval.
   */
  private async listen(): Promise<void> {
    if (this.listener !== null) return;
    const client = new QuietClient({
      connectionString: this.config.database.url,
      application_name: 'intelligence-refresh',
      connectionTimeoutMillis: this.config.database.acquireTimeoutMs,
      query_timeout: this.config.database.acquireTimeoutMs,
      keepAlive: true,
    });
    const forget = (): void => {
      if (this.listener === client) this.listener = null;
    };
    client.on('error', forget);
    client.on('end', forget);
    client.on('notification', () => this.refreshing.wake());
    this.listener = client;
    try {
      await client.connect();
      await client.query(`LISTEN ${DIRTY_CHANNEL}`);
    } catch (error) {
      forget();
      // Closes a connection that cannot listen. Ignores an error of the close.
      await client.end().catch(() => undefined);
      throw error;
    }
    // Processes the keys that were queued while no connection listened.
    this.refreshing.wake();
  }
}
