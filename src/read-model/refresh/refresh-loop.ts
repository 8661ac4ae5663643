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

/** Intervals of the refresher for each range of rows that is searched for rows of older rules. */
const REDERIVE_EVERY = 10;

/**
 * Runs the refresher once it is started: at once when a writer's commit says so, and by a timer for
 * keys that fell due or whose wake-up was lost. Reconciles on a slower timer, beside the refresher. Derives rows of an
 * earlier release again from its start on.
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
    // Keys of a refresh that fails are still queued.
    this.refreshing = loops.add('refresh', (isStopping) => this.refresher.drain(isStopping));
    this.reconciling = loops.add('reconcile', (isStopping) => this.reconcile(isStopping));
    this.rederiving = loops.add('rederive', (isStopping) => rederivation.run(isStopping));
  }

  /** Refreshes and reconciles from now on; settles when writers can wake it, or its first try to listen failed. */
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

  /** Connects the listener if there is none; a lost one is replaced at the next run, until then the timer serves. */
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
      // Half a connection is none; that it cannot be closed in order either is no news.
      await client.end().catch(() => undefined);
      throw error;
    }
    // What was queued while nobody listened.
    this.refreshing.wake();
  }
}
