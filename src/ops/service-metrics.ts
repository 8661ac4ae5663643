import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import { BackgroundLoops } from '../common/processes/background-loops';
import { BoundsStatistics } from '../common/response-bounds/bounds-statistics';
import { ServiceLogger } from '../common/logging/service-logger';
import { findServiceVersion } from '../common/project-root';
import { ReadPool } from '../database/read-pool';
import { Transactions } from '../database/transactions';
import { Rederivation } from '../read-model/refresh/rederivation';
import { LexiconLoop } from '../search/lexicon/lexicon-loop';
import { QueueRepository } from './queue.repository';
import { ReadinessService } from './readiness.service';
import { METRIC_PREFIX } from './request-metrics';

/** Metrics of the process, the connection pools and the read model. They are collected only when they are scraped. */
@Injectable()
export class ServiceMetrics {
  constructor(
    private readonly registry: Registry,
    private readonly pool: ReadPool,
    private readonly bounds: BoundsStatistics,
    private readonly logger: ServiceLogger,
    private readonly readiness: ReadinessService,
    private readonly loops: BackgroundLoops,
    private readonly lexicon: LexiconLoop,
    private readonly queue: QueueRepository,
    private readonly transactions: Transactions,
    private readonly rederivation: Rederivation,
  ) {}

  /** Registers the metrics. Call it once, and only when metrics are served, because the process metrics use timers. */
  register(): void {
    collectDefaultMetrics({ register: this.registry, prefix: METRIC_PREFIX });
    this.registerBuild();
    this.registerPools();
    this.registerQueue();
    this.registerLoops();
    this.counter('bounds_lists_cut_total', 'Lists that exceeded their cap and were cut.', () => this.bounds.lists);
    this.counter('bounds_texts_cut_total', 'Texts that exceeded their budget and were cut.', () => this.bounds.texts);
    const droppedHelp = 'Log lines dropped because the reader of the log was too slow.';
    this.counter('log_lines_dropped_total', droppedHelp, () => this.logger.dropped);
    this.gauge('database_up', 'Whether the database responds: 1 or 0.', async () => {
      return (await this.readiness.findState()) === null ? 0 : 1;
    });
    this.gauge(
      'read_model_lag_seconds',
      'Time since the oldest queued item, except quarantined ones, was queued; -1 if unknown. On one server, only of the next 50 keys of each library.',
      async () => {
        return (await this.readiness.findState())?.lag_seconds ?? -1;
      },
    );
    const olderHelp = 'Rows of items and words derived by rules of an earlier release, as last counted; -1 if unknown.';
    this.gauge('read_model_older_rows', olderHelp, () => this.rederivation.olderRows ?? -1);
    this.gauge('lexicon_age_seconds', 'Time for which the lexicon is behind the catalog; 0 if it is current.', () => {
      return this.lexicon.ageSeconds;
    });
  }

  private registerBuild(): void {
    new Gauge({
      name: `${METRIC_PREFIX}build_info`,
      help: 'Version of the service and of Node; the value is always 1.',
      labelNames: ['version', 'node_version'],
      registers: [this.registry],
    }).set({ version: findServiceVersion(), node_version: process.versions.node }, 1);
  }

  private registerPools(): void {
    const { pool, transactions } = this;
    new Gauge({
      name: `${METRIC_PREFIX}database_pool_connections`,
      help: 'Connections of the read or write pool: in use (lent) or idle; and work that waits for one (waited_for).',
      labelNames: ['pool', 'state'],
      registers: [this.registry],
      collect() {
        for (const [name, { total, idle, waiting }] of Object.entries({ read: pool.load, write: transactions.load })) {
          this.set({ pool: name, state: 'lent' }, total - idle);
          this.set({ pool: name, state: 'idle' }, idle);
          this.set({ pool: name, state: 'waited_for' }, waiting);
        }
      },
    });
    this.counter('read_pool_acquired_total', 'Connections taken from the pool.', () => pool.statistics.acquired);
    this.counter('read_pool_round_trips_total', 'Statements that reads waited for.', () => pool.statistics.roundTrips);
    this.counter('read_pool_node_reads_total', 'Reads of a cluster that read its nodes directly.', () => {
      return pool.statistics.nodeReads;
    });
  }

  private registerQueue(): void {
    const { queue } = this;
    new Gauge({
      name: `${METRIC_PREFIX}refresh_queue_items`,
      help: 'Waiting items and quarantined items (failed too often), together at most 100,000; both -1 if unknown.',
      labelNames: ['state'],
      registers: [this.registry],
      async collect() {
        const { queued, quarantined } = await queue.countItems().catch(() => ({ queued: -1, quarantined: -1 }));
        this.set({ state: 'queued' }, queued);
        this.set({ state: 'quarantined' }, quarantined);
      },
    });
  }

  private registerLoops(): void {
    const { loops, registry } = this;
    new Gauge({
      name: `${METRIC_PREFIX}background_loop_consecutive_failures`,
      help: 'Failures of a background loop since its last success.',
      labelNames: ['loop'],
      registers: [registry],
      collect() {
        for (const loop of loops.all) this.set({ loop: loop.name }, loop.consecutiveFailures);
      },
    });
    new Counter({
      name: `${METRIC_PREFIX}background_loop_failures_total`,
      help: 'Failures of a background loop since the start.',
      labelNames: ['loop'],
      registers: [registry],
      collect() {
        this.reset();
        for (const loop of loops.all) this.inc({ loop: loop.name }, loop.totalFailures);
      },
    });
  }

  private gauge(name: string, help: string, read: () => number | Promise<number>): void {
    new Gauge({
      name: METRIC_PREFIX + name,
      help,
      registers: [this.registry],
      async collect() {
        this.set(await read());
      },
    });
  }

  /** Registers a counter whose value another object counts. */
  private counter(name: string, help: string, read: () => number): void {
    new Counter({
      name: METRIC_PREFIX + name,
      help,
      registers: [this.registry],
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  }
}
