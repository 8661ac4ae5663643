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

/** States in which no command runs. */
const IDLE_STATES: readonly DemoState[] = ['ready', 'failed'];
/** Maximum time, in milliseconds, that a request for the status waits until a finished command has released its lock. */
const LOCK_RELEASE_WAIT_MS = 1_000;
/** Interval, in milliseconds, at which an instance tries to get the lock after its start. */
const START_RETRY_MS = 500;

/** Settings of a command that come from the headers of the request. */
export interface CommandConditions {
  /** Value of `If-Match`; undefined without this header. */
  readonly ifMatch?: string;
  /** Maximum time to wait for the end of the command, in milliseconds; 0 returns immediately. */
  readonly waitMs: number;
}

/** The status with its entity tag. `done` tells whether the last command has ended. */
export interface DemoAnswer {
  readonly status: DemoStatusResponse;
  readonly etag: string;
  readonly done: boolean;
}

/**
 * Returns the status of the demo and runs its commands. Only one command runs at a time, on all instances together. It
 * continues after its request is answered.
 */
@Injectable()
export class DemoService implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(DemoService.name);
  private readonly stopping = new AbortController();
  /** Resolves, never rejects, when the running command has ended and its lock is released. */
  private running: Promise<void> = Promise.resolve();
  /**
   * Runs if another instance holds the lock at the start, until this instance gets the lock. This instance then finishes
   * an interrupted command, or seeds the demo.
   */
  private readonly startLoop: BackgroundLoop;
  /** Whether this instance holds the lock or is acquiring it. */
  private busy = false;

  constructor(
    @Inject(DEMO_SETTINGS) private readonly settings: DemoSettings,
    private readonly store: DemoStore,
    private readonly repository: DemoRepository,
    private readonly runner: DemoRunner,
    private readonly provider: ProviderClient,
    loops: BackgroundLoops,
  ) {
    this.startLoop = loops.add('demo-start', async () => {
      if (await this.tryStart()) void this.startLoop.stop();
    });
  }

  async onModuleInit(): Promise<void> {
    await this.store.ensureSchema();
    await this.store.recordAdmin(this.settings.username);
  }

  /** Finishes an interrupted command, or seeds the demo. The service accepts requests in the meantime. */
  async onApplicationBootstrap(): Promise<void> {
    if (!(await this.tryStart())) this.startLoop.start(START_RETRY_MS);
  }

  private async tryStart(): Promise<boolean> {
    const release = await this.tryLock();
    if (release === null) return false;
    const { movieCount, seriesCount } = this.settings.options;
    this.track(this.runner.start({ movieCount, seriesCount }, this.stopping.signal), release);
    return true;
  }

  /** Aborts the running command. The next start continues it, or undoes it if its plan is not complete. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort(new Error('The service is stopping.'));
    await this.startLoop.stop();
    await this.running;
  }

  /**
   * Returns the status. A command releases its lock shortly after it sets the final state, so this method waits for the
   * release: a client that reads `ready` or `failed` can start the next command without a conflict.
   */
  async getStatus(): Promise<DemoAnswer> {
    const { record, libraries } = await this.repository.getStatus();
    if (IDLE_STATES.includes(record.state)) await settlesWithin(this.running, LOCK_RELEASE_WAIT_MS);
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
    return { status, etag: toEtag(record), done: record.job === null || record.job.error !== null };
  }

  /** Creates the plan, tree and catalog again. The configuration gives the sizes that are not in the request. */
  async reset(request: DemoSizeRequest, conditions: CommandConditions): Promise<DemoAnswer> {
    const { movieCount, seriesCount } = this.settings.options;
    return this.startCommand('reset', request, conditions, () => Promise.resolve({ movieCount, seriesCount }));
  }

  /** Adds or removes titles. A size that is not in the request stays the same. The request must contain at least one. */
  async resize(request: DemoSizeRequest, conditions: CommandConditions): Promise<DemoAnswer> {
    if (request.movie_count === undefined && request.series_count === undefined) {
      const message = 'is required if series_count is absent';
      throw Problem.invalidRequest([{ field: 'movie_count', message }]);
    }
    return this.startCommand('resize', request, conditions, () => this.getSizes());
  }

  private async getSizes(): Promise<DemoTargets> {
    // If the plan of an interrupted command is complete, that command is finished before this one starts.
    const { planComplete } = await this.repository.getRecord();
    const libraries = await this.repository.listLibraries(planComplete ? 'next' : 'current');
    const count = (kind: string): number =>
      libraries.filter((library) => library.libraryKind === kind).reduce((sum, { units }) => sum + units, 0);
    return { movieCount: count('movies'), seriesCount: count('series') };
  }

  private async startCommand(
    kind: DemoJobKind,
    request: DemoSizeRequest,
    conditions: CommandConditions,
    getDefaults: () => Promise<DemoTargets>,
  ): Promise<DemoAnswer> {
    this.requireLibraries(request);
    const release = await this.tryLock();
    if (release === null) throw Problem.conflict('Another command of the demo is running.');
    try {
      await this.requireMatchingEtag(conditions.ifMatch);
      await this.requireOwnFiles(kind);
      const defaults = await getDefaults();
      const targets = {
        movieCount: request.movie_count ?? defaults.movieCount,
        seriesCount: request.series_count ?? defaults.seriesCount,
      };
      await this.store.acceptJob(kind);
      this.track(this.runner.run(kind, targets, this.stopping.signal), release);
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
      throw Problem.invalidRequest([
        { field: 'movie_count', message: 'must be absent: the demo has no movie library' },
      ]);
    }
    if (request.series_count !== undefined && !has('series')) {
      throw Problem.invalidRequest([
        { field: 'series_count', message: 'must be absent: the demo has no series library' },
      ]);
    }
  }

  private async requireMatchingEtag(ifMatch: string | undefined): Promise<void> {
    if (ifMatch === undefined) return;
    const tag = toEtag(await this.repository.getRecord());
    if (!matchesStrongly(ifMatch, tag)) throw new Problem('precondition-failed');
  }

  private async requireOwnFiles(kind: DemoJobKind): Promise<void> {
    try {
      await this.runner.requireOwnFiles();
    } catch (error) {
      if (!(error instanceof ForeignFileError)) throw error;
      await this.store.recordRefusal(kind, error.message);
      throw Problem.conflict('The tree contains files that the demo did not create. The status names them.');
    }
  }

  /**
   * Tries to get the command lock. Returns null if it is taken. If this instance holds it, the method returns without
   * using a database connection.
   */
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

  /** Sets `running` to the work and the release of the lock. Logs errors. */
  private track(work: Promise<void>, release: ReleaseSessionLock): void {
    this.running = work.finally(release).catch((error: unknown) => this.logger.error(error));
  }
}

function toJob({ job }: DemoRecord): DemoStatusResponse['job'] {
  if (job === null) return null;
  const { kind, startedAt, done, total, phase, error } = job;
  return { kind, started_at: startedAt.toISOString(), done, total, phase, error };
}

/** Returns the entity tag of a status. It changes when a command is accepted, refused, finished or fails. */
function toEtag({ generation, state, job }: DemoRecord): string {
  return `"${generation}-${state}-${job?.startedAt.getTime() ?? 0}"`;
}

/** Returns whether the work ends within the time. */
async function settlesWithin(work: Promise<void>, milliseconds: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds);
  });
  try {
    return await Promise.race([work.then(() => true), timeout]);
  } finally {
    clearTimeout(timer);
  }
}
