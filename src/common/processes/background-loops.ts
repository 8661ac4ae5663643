import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { requestContext } from '../request-context';

/** Minimum time between two log lines about failures of the same loop. */
const LOG_INTERVAL_MS = 60_000;

/**
 * Readiness reports a loop after this many consecutive failures. A single failure can be a lost connection, which the
 * next run replaces.
 */
const FAILING_MIN_FAILURES = 2;

/** Result of a run that had nothing to do. Such a run counts neither as a success nor as a failure. */
export const NOTHING_TO_DO = Symbol('nothing to do');

/** The work of one run. It throws if it fails. It can end early when `isStopping` returns true. */
export type LoopWork = (isStopping: () => boolean) => Promise<unknown>;

/**
 * Work that runs repeatedly in the background, one run at a time. A failed run is counted, logged at most once a
 * minute, and retried at the next interval.
 */
export class BackgroundLoop {
  /** Failures since the last success. */
  consecutiveFailures = 0;
  /** Failures since the start of the process. */
  totalFailures = 0;
  private readonly logger = new Logger(BackgroundLoop.name);
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | null = null;
  private isRerunRequested = false;
  private stopping = false;
  private failingSince = 0;
  private loggedAt = -Infinity;
  /** Whether a failure was logged since the last success. */
  private isFailureLogged = false;

  /** `name` is a label in metrics. It must be a constant in lower case with hyphens. */
  constructor(
    readonly name: string,
    private readonly work: LoopWork,
  ) {}

  /**
   * While there are at least two consecutive failures: their number, and the seconds since the first. Otherwise null.
   */
  get failing(): { readonly loop: string; readonly failures: number; readonly seconds: number } | null {
    if (this.consecutiveFailures < FAILING_MIN_FAILURES) return null;
    const seconds = Math.round((performance.now() - this.failingSince) / 1000);
    return { loop: this.name, failures: this.consecutiveFailures, seconds };
  }

  /** Starts to run the work every `intervalMs` milliseconds. The timer does not keep the process alive. */
  start(intervalMs: number): void {
    this.timer = setInterval(() => void this.run(), intervalMs).unref();
  }

  /** Runs the work, or waits for the current run. After `stop`, starts no run. Never rejects. */
  run(): Promise<void> {
    if (this.stopping) return this.settled();
    // A microtask starts the work, so that `running` is already set when the work calls `wake`. The work runs outside
    // the context of the request that wakes the loop. Otherwise, the work would be cancelled when the client of that
    // request disconnects.
    this.running ??= requestContext.exit(() => Promise.resolve().then(() => this.runUntilDone()));
    return this.running;
  }

  /** Starts a run. If a run is in progress, another one follows it, unless the current run fails. */
  wake(): void {
    this.isRerunRequested = true;
    void this.run();
  }

  /** Settles when the current run, if any, has ended. */
  async settled(): Promise<void> {
    await this.running;
  }

  /** Prevents further runs, and settles when the current run has ended. */
  stop(): Promise<void> {
    this.stopping = true;
    clearInterval(this.timer);
    return this.settled();
  }

  private async runUntilDone(): Promise<void> {
    try {
      do this.isRerunRequested = false;
      while ((await this.runOnce()) && this.isRerunRequested && !this.stopping);
    } finally {
      this.running = null;
    }
  }

  /** Runs the work once. Returns false if it failed. */
  private async runOnce(): Promise<boolean> {
    try {
      const result = await this.work(() => this.stopping);
      if (result !== NOTHING_TO_DO) this.noteSuccess();
      return true;
    } catch (error) {
      this.noteFailure(error);
      return false;
    }
  }

  private noteSuccess(): void {
    if (this.isFailureLogged) {
      this.logger.log(`The loop "${this.name}" recovered. Consecutive failures before: ${this.consecutiveFailures}.`);
    }
    this.isFailureLogged = false;
    this.consecutiveFailures = 0;
  }

  private noteFailure(error: unknown): void {
    const now = performance.now();
    if (this.consecutiveFailures === 0) this.failingSince = now;
    this.consecutiveFailures += 1;
    this.totalFailures += 1;
    if (now - this.loggedAt < LOG_INTERVAL_MS) return;
    this.loggedAt = now;
    this.isFailureLogged = true;
    const message = `The loop "${this.name}" failed and will be retried. Consecutive failures: ${this.consecutiveFailures}.`;
    this.logger.error(message, error);
  }
}

/** All background loops of the application. Stops them at shutdown, before the connections are closed. */
@Injectable()
export class BackgroundLoops implements BeforeApplicationShutdown {
  private readonly loops: BackgroundLoop[] = [];

  get all(): readonly BackgroundLoop[] {
    return this.loops;
  }

  /** Adds a loop without starting it; see `BackgroundLoop`. */
  add(name: string, work: LoopWork): BackgroundLoop {
    const loop = new BackgroundLoop(name, work);
    this.loops.push(loop);
    return loop;
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.loops.map((loop) => loop.stop()));
  }
}
