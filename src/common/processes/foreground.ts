import { setImmediate as yieldToEvents, setTimeout as delay } from 'node:timers/promises';

/** Duration of a slice of long work, in milliseconds. After it, the work yields to requests. */
const SLICE_MS = 2;
/** Maximum wait for requests after a slice, in milliseconds. Then the work continues, so that it always ends. */
const WAIT_MAX_MS = 6;

/**
 * Counts the requests in progress whose callers expect an answer soon: those with `isForeground` in `COSTS` (see
 * `cost-classes.ts`). Long work on the main thread, such as an import, yields to them.
 */
export class ForegroundRequests {
  private running = 0;
  private readonly waiting = new Set<AbortController>();

  /** `waitMaxMs` is the maximum wait of long work for requests, in milliseconds. */
  constructor(private readonly waitMaxMs = WAIT_MAX_MS) {}

  /** Counts a request until the returned function is called. Further calls of that function have no effect. */
  enter(): () => void {
    this.running += 1;
    let isRunning = true;
    return () => {
      if (!isRunning) return;
      isRunning = false;
      this.running -= 1;
      if (this.running === 0) for (const waiter of this.waiting) waiter.abort();
    };
  }

  /** Yields to the event loop, then waits until no request is in progress, for at most `waitMaxMs`. */
  async yieldToRequests(): Promise<void> {
    await yieldToEvents();
    if (this.running === 0) return;
    const waiter = new AbortController();
    this.waiting.add(waiter);
    await delay(this.waitMaxMs, undefined, { signal: waiter.signal }).catch(() => undefined);
    this.waiting.delete(waiter);
  }
}

/** Divides long work on the main thread into slices of two milliseconds. */
export class WorkSlices {
  private startedAt = performance.now();

  constructor(private readonly foreground: ForegroundRequests) {}

  /**
   * Yields to requests if the slice is over. Call it after each step of less than a millisecond. A slice includes the
   * time in which the work waits, such as for the database.
   */
  async yieldIfDue(): Promise<void> {
    if (performance.now() - this.startedAt < SLICE_MS) return;
    await this.foreground.yieldToRequests();
    this.startedAt = performance.now();
  }
}
