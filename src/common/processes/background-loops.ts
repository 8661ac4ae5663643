import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';

/** Milliseconds between two log lines about failures of one loop. */
const LOG_PAUSE_MS = 60_000;

/** Failures in a row from which a loop counts as failing; a single one may be a restart of the database. */
const FAILING_FROM = 2;

/** Returned by a run that had nothing to do: such a run says neither that the work succeeds nor that it fails. */
export const NOTHING_TO_DO = Symbol('nothing to do');

/** One run of a loop. Throws when it fails; may end early once `isStopping` is true. */
export type LoopWork = (isStopping: () => boolean) => Promise<unknown>;

/** What is told of a loop that fails again and again. */
export interface FailingLoop {
  readonly loop: string;
  /** Failures since the last success. */
  readonly failures: number;
  /** Seconds since the first of them. */
  readonly seconds: number;
}

/**
 * Work that runs in the background again and again, one run at a time. A run that fails ends nothing: it is counted,
 * logged once a minute at most, and the next run tries again.
 */
export class BackgroundLoop {
  private readonly logger = new Logger(BackgroundLoop.name);
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | null = null;
  private wokenAgain = false;
  private stopping = false;
  private consecutive = 0;
  private total = 0;
  private failingSince = 0;
  private loggedAt = -Infinity;
  private isLogged = false;

  /** `name` is a constant in lower case with hyphens: it is a label of metrics. */
  constructor(
    readonly name: string,
    private readonly work: LoopWork,
  ) {}

  /** Failures since the last success; 0 after a success. */
  get consecutiveFailures(): number {
    return this.consecutive;
  }

  /** Failures since the start of the process. */
  get totalFailures(): number {
    return this.total;
  }

  /** Set when the work failed more than once in a row. */
  get failing(): FailingLoop | null {
    if (this.consecutive < FAILING_FROM) return null;
    const seconds = Math.round((performance.now() - this.failingSince) / 1000);
    return { loop: this.name, failures: this.consecutive, seconds };
  }

  /** Runs the work every `intervalMs` milliseconds from now on; does not keep the process alive. */
  start(intervalMs: number): void {
    this.timer = setInterval(() => void this.run(), intervalMs).unref();
  }

  /** Runs the work, or joins the run that is under way. Never rejects. */
  run(): Promise<void> {
    if (this.stopping) return this.settled();
    // Begun a microtask later: work that wakes its own loop then finds that it runs.
    this.running ??= Promise.resolve().then(() => this.runs());
    return this.running;
  }

  /** Has the work run after this call: now, or once more when the run that is under way succeeds. */
  wake(): void {
    this.wokenAgain = true;
    void this.run();
  }

  /** Settles when no run is under way. */
  async settled(): Promise<void> {
    await this.running;
  }

  /** No further run; settles when the run that is under way has ended. */
  stop(): Promise<void> {
    this.stopping = true;
    clearInterval(this.timer);
    return this.settled();
  }

  private async runs(): Promise<void> {
    try {
      do this.wokenAgain = false;
      while ((await this.succeeds()) && this.wokenAgain && !this.stopping);
    } finally {
      this.running = null;
    }
  }

  private async succeeds(): Promise<boolean> {
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
    if (this.isLogged) this.logger.log(`The loop "${this.name}" works again. Failures before: ${this.consecutive}.`);
    this.isLogged = false;
    this.consecutive = 0;
  }

  private noteFailure(error: unknown): void {
    const now = performance.now();
    if (this.consecutive === 0) this.failingSince = now;
    this.consecutive += 1;
    this.total += 1;
    if (now - this.loggedAt < LOG_PAUSE_MS) return;
    this.loggedAt = now;
    this.isLogged = true;
    this.logger.error(`The loop "${this.name}" failed and tries again. Failures in a row: ${this.consecutive}.`, error);
  }
}

/** Every background loop of the application; ends them all before connections close. */
@Injectable()
export class BackgroundLoops implements BeforeApplicationShutdown {
  private readonly loops: BackgroundLoop[] = [];

  get all(): readonly BackgroundLoop[] {
    return this.loops;
  }

  /** Adds a loop that does not run yet; see `BackgroundLoop`. */
  add(name: string, work: LoopWork): BackgroundLoop {
    const loop = new BackgroundLoop(name, work);
    this.loops.push(loop);
    return loop;
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.loops.map((loop) => loop.stop()));
  }
}
