import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import { BackgroundLoops } from '../common/processes/background-loops';
import { BoundsStatistics } from '../common/response-bounds/bounds-statistics';
import { ServiceLogger } from '../common/logging/service-logger';
import { ReadPool } from '../database/read-pool';
import { LexiconLoop } from '../search/lexicon/lexicon-loop';
import { ReadinessService } from './readiness.service';

/** Metrics of the process, the pools and the read model; read when somebody asks for them, so that they cost nothing else. */
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
  ) {}

  /** Registers them; once, and only where metrics are served: the process' own need timers. */
  register(): void {
    collectDefaultMetrics({ register: this.registry });
    this.registerPool();
    this.registerLoops();
    this.counter('bounds_lists_cut_total', 'Lists cut by the last line of the bounds.', () => this.bounds.lists);
    this.counter('bounds_texts_cut_total', 'Texts cut by the last line of the bounds.', () => this.bounds.texts);
    this.counter('log_lines_dropped_total', 'Log lines nobody took in time.', () => this.logger.dropped);
    this.gauge('database_up', 'Whether the database answers.', async () => {
      return (await this.readiness.findState()) === null ? 0 : 1;
    });
    this.gauge('read_model_lag_seconds', 'Wait of the longest waiting item; -1 while it is not known.', async () => {
      return (await this.readiness.findState())?.lagSeconds ?? -1;
    });
    this.gauge('lexicon_age_seconds', 'How long the catalog has been ahead of the words that were counted.', () => {
      return this.lexicon.ageSeconds;
    });
  }

  private registerPool(): void {
    const { pool } = this;
    const connections = new Gauge({
      name: 'read_pool_connections',
      help: 'Connections of the read pool by state, and reads that wait for one.',
      labelNames: ['state'],
      registers: [this.registry],
      collect: () => {
        const { total, idle, waiting } = pool.load;
        connections.set({ state: 'lent' }, total - idle);
        connections.set({ state: 'idle' }, idle);
        connections.set({ state: 'waited_for' }, waiting);
      },
    });
    this.counter('read_pool_acquired_total', 'Connections lent so far.', () => pool.statistics.acquired);
    this.counter('read_pool_round_trips_total', 'Statements awaited so far.', () => pool.statistics.roundTrips);
  }

  private registerLoops(): void {
    const { loops, registry } = this;
    new Gauge({
      name: 'background_loop_consecutive_failures',
      help: 'Failures of a background loop since its last success.',
      labelNames: ['loop'],
      registers: [registry],
      collect() {
        for (const loop of loops.all) this.set({ loop: loop.name }, loop.consecutiveFailures);
      },
    });
    new Counter({
      name: 'background_loop_failures_total',
      help: 'Failures of a background loop so far.',
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
      name,
      help,
      registers: [this.registry],
      async collect() {
        this.set(await read());
      },
    });
  }

  /** A number that is counted elsewhere and only grows. */
  private counter(name: string, help: string, read: () => number): void {
    new Counter({
      name,
      help,
      registers: [this.registry],
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  }
}
