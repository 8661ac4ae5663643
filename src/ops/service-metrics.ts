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
import { ReadinessRepository } from './readiness.repository';
import { ReadinessService } from './readiness.service';
import { METRIC_PREFIX } from './request-metrics';

/** The value of a series, and the labels that distinguish it from the other series of its metric. */
type Sample = [labels: Record<string, string>, value: number];
/** A number is the value of a metric without labels. */
type Samples = number | Sample[];

/** Metrics of the process, the connection pools and the read model. A scrape reads their current values. */
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
    private readonly repository: ReadinessRepository,
    private readonly transactions: Transactions,
    private readonly rederivation: Rederivation,
  ) {}

  /** Registers the metrics. Call it once, and only when metrics are served, because the process metrics use timers. */
  register(): void {
    collectDefaultMetrics({ register: this.registry, prefix: METRIC_PREFIX });
    this.registerPools();
    this.registerLoops();
    const build = { version: findServiceVersion(), node_version: process.versions.node };
    const buildHelp = 'Version of the service and of Node; the value is always 1.';
    this.gauge('build_info', buildHelp, () => [[build, 1]], ['version', 'node_version']);
    this.gauge(
      'refresh_queue_items',
      'Waiting items and quarantined items (failed too often), together at most 100,000; both -1 if unknown.',
      async () => {
        const counts = await this.repository.countQueue().catch(() => ({ queued: -1, quarantined: -1 }));
        return Object.entries(counts).map(([state, count]) => [{ state }, count]);
      },
      ['state'],
    );
    const listsHelp = 'Lists that exceeded their maximum and were cut, and values that were nested too deeply.';
    this.counter('bounds_lists_cut_total', listsHelp, () => this.bounds.lists);
    this.counter('bounds_texts_cut_total', 'Texts that exceeded their maximum and were cut.', () => this.bounds.texts);
    const droppedHelp = 'Log lines dropped because the reader of the log was too slow.';
    this.counter('log_lines_dropped_total', droppedHelp, () => this.logger.dropped);
    this.gauge('database_up', 'Whether the database responds: 1 or 0.', async () => {
      return (await this.readiness.findState()) === null ? 0 : 1;
    });
    this.gauge(
      'read_model_lag_seconds',
      'Time since the oldest queued item, except quarantined ones, was queued; -1 if unknown. If the database is not distributed, only the next 50 items of each library count.',
      async () => (await this.readiness.findState())?.lag_seconds ?? -1,
    );
    const olderHelp = 'Rows of items and words derived by rules of an earlier release, as last counted; -1 if unknown.';
    this.gauge('read_model_older_rows', olderHelp, () => this.rederivation.olderRows ?? -1);
    const lexiconHelp = 'Time for which the lexicon is behind the catalog; 0 if it is current.';
    this.gauge('lexicon_age_seconds', lexiconHelp, () => this.lexicon.ageSeconds);
  }

  private registerPools(): void {
    const { pool, transactions } = this;
    this.gauge(
      'database_pool_connections',
      'Connections of the read or write pool: in use (lent) or idle; and work that waits for one (waited_for).',
      () =>
        Object.entries({ read: pool.load, write: transactions.load }).flatMap(([name, { total, idle, waiting }]) => [
          [{ pool: name, state: 'lent' }, total - idle],
          [{ pool: name, state: 'idle' }, idle],
          [{ pool: name, state: 'waited_for' }, waiting],
        ]),
      ['pool', 'state'],
    );
    this.counter('read_pool_acquired_total', 'Connections taken from the pool.', () => pool.statistics.acquired);
    this.counter('read_pool_round_trips_total', 'Statements that reads waited for.', () => pool.statistics.roundTrips);
    const nodeHelp = 'Reads of a cluster that read its nodes directly.';
    this.counter('read_pool_node_reads_total', nodeHelp, () => pool.statistics.nodeReads);
  }

  private registerLoops(): void {
    const failuresHelp = 'Failures of a background loop since its last success.';
    const failures = (): Sample[] => this.loops.all.map((loop) => [{ loop: loop.name }, loop.consecutiveFailures]);
    this.gauge('background_loop_consecutive_failures', failuresHelp, failures, ['loop']);
    const totalHelp = 'Failures of a background loop since the start.';
    const total = (): Sample[] => this.loops.all.map((loop) => [{ loop: loop.name }, loop.totalFailures]);
    this.counter('background_loop_failures_total', totalHelp, total, ['loop']);
  }

  /** Registers a gauge. `read` returns its value, or a value for each series. */
  private gauge(
    name: string,
    help: string,
    read: () => Samples | Promise<Samples>,
    labelNames: readonly string[] = [],
  ): void {
    new Gauge({
      name: METRIC_PREFIX + name,
      help,
      labelNames,
      registers: [this.registry],
      async collect() {
        for (const [labels, value] of toList(await read())) this.set(labels, value);
      },
    });
  }

  /** Registers a counter whose values another object counts. */
  private counter(name: string, help: string, read: () => Samples, labelNames: readonly string[] = []): void {
    new Counter({
      name: METRIC_PREFIX + name,
      help,
      labelNames,
      registers: [this.registry],
      collect() {
        this.reset();
        for (const [labels, value] of toList(read())) this.inc(labels, value);
      },
    });
  }
}

function toList(samples: Samples): Sample[] {
  return typeof samples === 'number' ? [[{}, samples]] : samples;
}
