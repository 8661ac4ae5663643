import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleInit,
} from '@nestjs/common';
import { matchesStrongly } from '../common/entity-tags';
import { Problem } from '../common/problems/problem';
import { requestContext } from '../common/request-context';
import { type BackgroundLoop, BackgroundLoops } from '../common/processes/background-loops';
import type { LibraryKind } from '../database/entities/catalog/library.entity';
import { DemoUserStore } from './demo-user.store';
import type { DemoSizeRequest, DemoStatusResponse } from './demo.dto';
import { DemoRepository } from './demo.repository';
import { DemoStore } from './demo.store';
import { ProviderClient } from './provider/provider-client';
import { DemoRunner } from './running/demo-runner';
import { DEMO_SETTINGS, type DemoSettings } from './running/demo-settings';
import type { DemoJobKind, DemoState, DemoTargets } from './running/demo-state';
import { toDemoStatus, toEtag } from './running/demo-status';
import { RunningCommand } from './running/running-command';
import { TreeUpdate } from './running/tree-update';
import { ForeignFileError } from './tree/manifest-file';

/** States in which no command runs. */
const IDLE_STATES: readonly DemoState[] = ['ready', 'failed'];
/** Maximum time in milliseconds that a request for the status waits for a finished command to release its lock. */
const LOCK_RELEASE_WAIT_MS = 1_000;
/** Interval, in milliseconds, at which an instance tries to get the lock after its start. */
const START_RETRY_MS = 500;

/** Settings of a command that come from the headers of the request. */
interface CommandConditions {
  /** Value of `If-Match`; undefined without this header. */
  readonly ifMatch?: string;
  /** Maximum time to wait for the end of the command, in milliseconds; 0 returns immediately. */
  readonly waitMs: number;
}

/** The status with its entity tag. `done` tells whether the command ended while its request waited. */
export interface DemoAnswer {
  readonly status: DemoStatusResponse;
  readonly etag: string;
  readonly done: boolean;
}

/**
 * Returns the status of the demo and runs its commands. All instances together run one command at a time. A command
 * continues after its request is answered.
 */
@Injectable()
export class DemoService implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly stopping = new AbortController();
  /** Runs if another instance holds the lock at the start. When it gets the lock, it starts the runner and stops. */
  private readonly startLoop: BackgroundLoop;

  constructor(
    @Inject(DEMO_SETTINGS) private readonly settings: DemoSettings,
    private readonly store: DemoStore,
    private readonly users: DemoUserStore,
    private readonly repository: DemoRepository,
    private readonly runner: DemoRunner,
    private readonly tree: TreeUpdate,
    private readonly command: RunningCommand,
    private readonly provider: ProviderClient,
    loops: BackgroundLoops,
  ) {
    this.startLoop = loops.add('demo-start', async () => {
      // Not awaited, because `stop` waits for the end of this run.
      if (await this.tryStart()) void this.startLoop.stop();
    });
  }

  async onModuleInit(): Promise<void> {
    await this.store.ensureSchema();
    await this.users.recordAdmin(this.settings.username);
  }

  /**
   * Finishes or undoes an interrupted or failed command. Then seeds a new demo, or resets the demo if its options have
   * changed. Does not wait for the end of this work.
   */
  async onApplicationBootstrap(): Promise<void> {
    if (!(await this.tryStart())) this.startLoop.start(START_RETRY_MS);
  }

  private async tryStart(): Promise<boolean> {
    const release = await this.command.tryLock();
    if (release === null) return false;
    this.command.track(this.runner.start(this.settings.options, this.stopping.signal), release);
    return true;
  }

  /** Aborts the running command. The next start continues it, or undoes it if its plan is not complete. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort(new Error('The service is stopping.'));
    await this.startLoop.stop();
    await this.command.waitForEnd();
  }

  /**
   * Returns the status. A command releases its lock shortly after it sets the final state. If this instance ran the
   * command, this method waits for the release, so that a client that reads `ready` or `failed` can start the next
   * command without a conflict.
   */
  async getStatus(): Promise<Omit<DemoAnswer, 'done'>> {
    const { state, libraries } = await this.repository.getStatus();
    if (IDLE_STATES.includes(state.state)) await this.command.endsWithin(LOCK_RELEASE_WAIT_MS);
    const status = toDemoStatus(this.settings, state, libraries, this.provider.statistics);
    return { status, etag: toEtag(state) };
  }

  /** Creates the plan, tree and catalog again. The configuration gives the sizes that are not in the request. */
  async reset(request: DemoSizeRequest, conditions: CommandConditions): Promise<DemoAnswer> {
    return this.startCommand('reset', request, conditions, () => Promise.resolve(this.settings.options));
  }

  /** Adds or removes titles. A size that is not in the request stays the same. The request must contain a size. */
  async resize(request: DemoSizeRequest, conditions: CommandConditions): Promise<DemoAnswer> {
    if (request.movie_count === undefined && request.series_count === undefined) {
      throw Problem.invalidField('movie_count', 'is required if series_count is absent');
    }
    return this.startCommand('resize', request, conditions, () => this.getSizes());
  }

  private async getSizes(): Promise<DemoTargets> {
    // The runner first applies a complete plan of an interrupted or failed command. The demo then has the plan's sizes.
    const { plan_complete: isPlanComplete } = await this.repository.getState();
    const libraries = await this.repository.listLibraries(isPlanComplete ? 'next' : 'current');
    const count = (kind: LibraryKind): number =>
      libraries.filter((library) => library.libraryKind === kind).reduce((sum, { units }) => sum + units, 0);
    return { movieCount: count('movies'), seriesCount: count('series') };
  }

  private async startCommand(
    kind: DemoJobKind,
    request: DemoSizeRequest,
    conditions: CommandConditions,
    getDefaults: () => Promise<DemoTargets>,
  ): Promise<DemoAnswer> {
    this.requireLibrary('movies', 'movie_count', request);
    this.requireLibrary('series', 'series_count', request);
    const release = await this.command.tryLock();
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
      // The command continues if its client disconnects, so it does not run in the context of the request.
      const run = requestContext.exit(() => this.runner.run(kind, targets, this.stopping.signal));
      this.command.track(run, release);
    } catch (error) {
      await release();
      throw error;
    }
    const done = conditions.waitMs > 0 && (await this.command.endsWithin(conditions.waitMs));
    return { ...(await this.getStatus()), done };
  }

  /** Throws `invalid-request` if the request contains the size `field`, but the demo has no library of this kind. */
  private requireLibrary(kind: LibraryKind, field: keyof DemoSizeRequest, request: DemoSizeRequest): void {
    if (request[field] === undefined || this.settings.libraries.some(({ libraryKind }) => libraryKind === kind)) return;
    const noun = kind === 'movies' ? 'movie' : 'series';
    throw Problem.invalidField(field, `must be absent: the demo has no ${noun} library`);
  }

  private async requireMatchingEtag(ifMatch: string | undefined): Promise<void> {
    if (ifMatch === undefined) return;
    if (!matchesStrongly(ifMatch, toEtag(await this.repository.getState()))) throw new Problem('precondition-failed');
  }

  /**
   * Throws `conflict` if the tree contains files that the demo did not create, or that have changed. The status names
   * these files.
   */
  private async requireOwnFiles(kind: DemoJobKind): Promise<void> {
    try {
      await this.tree.requireOwnFiles();
    } catch (error) {
      if (!(error instanceof ForeignFileError)) throw error;
      await this.store.recordRefusal(kind, error.message);
      throw Problem.conflict(
        'The tree contains files that the demo did not create, or that have changed. The status names them.',
      );
    }
  }
}
