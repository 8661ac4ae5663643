import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type BeforeApplicationShutdown,
} from '@nestjs/common';
import { Client } from 'pg';
import type { Config } from '../common/config/config';
import { CONFIG } from '../common/config/config.token';
import { DIRTY_CHANNEL } from './dirty-key.store';
import { Reconciler } from './reconciler';
import { Refresher } from './refresher';

/**
 * Runs the refresher for as long as the application runs: at once when a writer's commit says so, and by a timer for
 * keys that fell due or whose wake-up was lost. Reconciles on a slower timer, beside the refresher.
 */
@Injectable()
export class RefreshLoop implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(RefreshLoop.name);
  private listener: Client | null = null;
  private timers: NodeJS.Timeout[] = [];
  private draining: Promise<void> | null = null;
  private reconciling: Promise<void> | null = null;
  private wokenAgain = false;
  private stopping = false;

  constructor(
    private readonly refresher: Refresher,
    private readonly reconciler: Reconciler,
    @Inject(CONFIG) private readonly config: Pick<Config, 'readModel' | 'database'>,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { refreshIntervalMs, reconcileIntervalMs } = this.config.readModel;
    this.timers = [
      setInterval(() => void this.tick(), refreshIntervalMs),
      setInterval(() => this.reconcile(), reconcileIntervalMs),
    ];
    await this.tick();
  }

  /** Before the connections close: what runs then ends with them. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    for (const timer of this.timers) clearInterval(timer);
    await Promise.all([this.draining, this.reconciling]);
    await this.listener?.end();
    this.listener = null;
  }

  private async tick(): Promise<void> {
    await this.listen();
    this.wake();
  }

  /** Starts a run, or has the present one look at the queue once more before it ends. */
  private wake(): void {
    if (this.stopping) return;
    this.wokenAgain = true;
    this.draining ??= this.drain().finally(() => {
      this.draining = null;
    });
  }

  private async drain(): Promise<void> {
    try {
      while (this.wokenAgain && !this.stopping) {
        this.wokenAgain = false;
        await this.refresher.drain(() => this.stopping);
      }
    } catch (error) {
      // The keys are still queued; the timer tries again.
      this.logger.error(error);
    }
  }

  private reconcile(): void {
    if (this.stopping) return;
    this.reconciling ??= this.reconciler
      .reconcile(() => this.stopping)
      .then((report) => {
        if (report !== null && report.total > 0) this.logger.warn(`Repaired drift: ${JSON.stringify(report.drift)}`);
      })
      .catch((error: unknown) => this.logger.error(error))
      .finally(() => {
        this.reconciling = null;
      });
  }

  /** Connects the listener if there is none; a lost one is replaced at the next tick, until then the timer serves. */
  private async listen(): Promise<void> {
    if (this.listener !== null || this.stopping) return;
    const client = new Client({
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
    client.on('notification', () => this.wake());
    this.listener = client;
    try {
      await client.connect();
      await client.query(`LISTEN ${DIRTY_CHANNEL}`);
    } catch (error) {
      forget();
      this.logger.warn(error instanceof Error ? error.message : 'The refresh listener could not connect.');
      // Half a connection is none; that it cannot be closed in order either is no news.
      await client.end().catch(() => undefined);
    }
  }
}
