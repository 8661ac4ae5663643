import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleInit,
} from '@nestjs/common';
import { join } from 'node:path';
import { type BackgroundLoop, BackgroundLoops } from '../common/processes/background-loops';
import { matchesStrongly } from '../common/entity-tags';
import { Problem } from '../common/problems/problem';
import type { ReleaseSessionLock } from '../database/locks/session-lock';
import { DemoRunner } from './running/demo-runner';
import { DEMO_SETTINGS, type DemoSettings } from './running/demo-settings';
import type { DemoJobKind, DemoRecord, DemoState, DemoTargets } from './running/demo-state';
import type { DemoSizeRequest, DemoStatusResponse } from './demo.dto';
import { DemoRepository } from './demo.repository';
import { DemoStore } from './demo.store';
import { ProviderClient } from './provider/provider-client';
import { ForeignFileError } from './tree/demo-tree';

const AT_REST: readonly DemoState[] = ['ready', 'failed'];
/** How long the status waits for the release of a finished command's lock, in milliseconds. */
const RELEASE_MS = 1_000;
const START_RETRY_MS = 500;

/** Conditions of a command beside the sizes. */
export interface CommandConditions {
  /** `If-Match`: the tag of a status; undefined when the caller sets none. */
  readonly ifMatch?: string;
  /** Milliseconds to wait for the command's end; 0 answers at once. */
  readonly waitMs: number;
}

/** The status with its tag, and whether the command is over. */
export interface DemoAnswer {
  readonly status: DemoStatusResponse;
  readonly etag: string;
  readonly done: boolean;
}

/** The demo's status and commands. One command runs at a time, and goes on after its request is answered. */
@Injectable()
export class DemoService implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(DemoService.name);
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();
  /** Runs while another instance holds the lock; this one then finishes what the other leaves undone. */
  private readonly starting: BackgroundLoop;
  private busy = false;

  constructor(
    @Inject(DEMO_SETTINGS) private readonly settings: DemoSettings,
    private readonly store: DemoStore,
    private readonly repository: DemoRepository,
    private readonly runner: DemoRunner,
    private readonly provider: ProviderClient,
    loops: BackgroundLoops,
  ) {
    this.starting = loops.add('demo-start', async () => {
      if (await this.tryStart()) void this.starting.stop();
    });
  }

  async onModuleInit(): Promise<void> {
    await this.store.ensureSchema();
    await this.store.keepAdmin(this.settings.username);
  }

  /** Finishes an interrupted command, or seeds; the service answers requests meanwhile. */
  async onApplicationBootstrap(): Promise<void> {
    if (!(await this.tryStart())) this.starting.start(START_RETRY_MS);
  }

  private async tryStart(): Promise<boolean> {
    const release = await this.tryLock();
    if (release === null) return false;
    const { movieCount, seriesCount } = this.settings.options;
    this.follow(this.runner.start({ movieCount, seriesCount }, this.stopping.signal), release);
    return true;
  }

  /** Stops a command where the next start can continue it. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort(new Error('The service is stopping.'));
    await this.starting.stop();
    await this.running;
  }

  /** A finished command releases its lock a moment later; the status waits for that, so that the next one is accepted. */
  async getStatus(): Promise<DemoAnswer> {
    const { record, libraries } = await this.repository.getStatus();
    if (AT_REST.includes(record.state)) await settlesWithin(this.running, RELEASE_MS);
    const { statistics } = this.provider;
    const status: DemoStatusResponse = {
      state: record.state,
      root: this.settings.root,
      database: this.settings.database,
      username: this.settings.username,
      seed: this.settings.options.seed,
      libraries: libraries.map((library) => ({
        library_id: library.libraryId,
        name: library.name,
        library_kind: library.libraryKind,
        root: join(this.settings.root, library.name),
        primary_item_count: library.units,
        file_count: library.files,
        directory_count: library.directories,
      })),
      job: toJob(record),
      provider: { requests: statistics.requests, retries: statistics.retries, failures: statistics.failures },
    };
    return { status, etag: toTag(record), done: record.job === null || record.job.error !== null };
  }

  /** Makes plan, tree and catalog again; sizes that are not given are those of the configuration. */
  async reset(request: DemoSizeRequest, conditions: CommandConditions): Promise<DemoAnswer> {
    const { movieCount, seriesCount } = this.settings.options;
    return this.command('reset', request, conditions, () => Promise.resolve({ movieCount, seriesCount }));
  }

  /** Adds or removes titles; sizes that are not given stay. At least one must be given. */
  async resize(request: DemoSizeRequest, conditions: CommandConditions): Promise<DemoAnswer> {
    if (request.movie_count === undefined && request.series_count === undefined) {
      const message = 'must be given, unless series_count is';
      throw Problem.invalidRequest([{ field: 'movie_count', message }]);
    }
    return this.command('resize', request, conditions, () => this.getSizes());
  }

  private async getSizes(): Promise<DemoTargets> {
    // An interrupted command whose plan is complete is carried out before this one begins.
    const { planComplete } = await this.repository.getRecord();
    const libraries = await this.repository.listLibraries(planComplete ? 'next' : 'current');
    const count = (kind: string): number =>
      libraries.filter((library) => library.libraryKind === kind).reduce((sum, { units }) => sum + units, 0);
    return { movieCount: count('movies'), seriesCount: count('series') };
  }

  private async command(
    kind: DemoJobKind,
    request: DemoSizeRequest,
    conditions: CommandConditions,
    getDefaults: () => Promise<DemoTargets>,
  ): Promise<DemoAnswer> {
    this.requireLibraries(request);
    const release = await this.tryLock();
    if (release === null) throw Problem.conflict('Another command of the demo is running.');
    try {
      await this.requireState(conditions.ifMatch);
      await this.requireOwnFiles(kind);
      const defaults = await getDefaults();
      const targets = {
        movieCount: request.movie_count ?? defaults.movieCount,
        seriesCount: request.series_count ?? defaults.seriesCount,
      };
      await this.store.acceptJob(kind);
      this.follow(this.runner.run(kind, targets, this.stopping.signal), release);
    } catch (error) {
      await release();
      throw error;
    }
    const done = conditions.waitMs > 0 && (await settlesWithin(this.running, conditions.waitMs));
    return { ...(await this.getStatus()), done };
  }

  private requireLibraries(request: DemoSizeRequest): void {
    const has = (kind: string): boolean => this.settings.libraries.some((library) => library.libraryKind === kind);
    if (request.movie_count !== undefined && !has('movies')) {
      throw Problem.invalidRequest([{ field: 'movie_count', message: 'must be absent: the demo has no films' }]);
    }
    if (request.series_count !== undefined && !has('series')) {
      throw Problem.invalidRequest([{ field: 'series_count', message: 'must be absent: the demo has no series' }]);
    }
  }

  private async requireState(ifMatch: string | undefined): Promise<void> {
    if (ifMatch === undefined) return;
    const tag = toTag(await this.repository.getRecord());
    if (!matchesStrongly(ifMatch, tag)) throw new Problem('precondition-failed');
  }

  private async requireOwnFiles(kind: DemoJobKind): Promise<void> {
    try {
      await this.runner.requireOwnFiles();
    } catch (error) {
      if (!(error instanceof ForeignFileError)) throw error;
      await this.store.recordRefusal(kind, error.message);
      throw Problem.conflict('The tree holds files that the demo did not make; the status names them.');
    }
  }

  /** Takes the lock of commands; while this instance holds it, the answer is null without a connection. */
  private async tryLock(): Promise<ReleaseSessionLock | null> {
    if (this.busy) return null;
    this.busy = true;
    try {
      const release = await this.store.tryLock();
      this.busy = release !== null;
      if (release === null) return null;
      return async () => {
        try {
          await release();
        } finally {
          this.busy = false;
        }
      };
    } catch (error) {
      this.busy = false;
      throw error;
    }
  }

  private follow(work: Promise<void>, release: ReleaseSessionLock): void {
    this.running = work.finally(release).catch((error: unknown) => this.logger.error(error));
  }
}

function toJob({ job }: DemoRecord): DemoStatusResponse['job'] {
  if (job === null) return null;
  const { kind, startedAt, done, total, phase, error } = job;
  return { kind, started_at: startedAt.toISOString(), done, total, phase, error };
}

/** Changes with every command that is accepted or finished. */
function toTag({ generation, state, job }: DemoRecord): string {
  return `"${generation}-${state}-${job?.startedAt.getTime() ?? 0}"`;
}

/** Whether the work settles in the time. */
async function settlesWithin(work: Promise<void>, milliseconds: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds);
  });
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
