import { setImmediate as yieldToEvents, setTimeout as delay } from 'node:timers/promises';

/** Milliseconds of work on the main thread after which requests go first. */
const SLICE_MS = 2;
/** Longest wait for requests after a slice, in milliseconds. So long work gets a quarter of the event loop, however many requests come. */
const WAIT_MAX_MS = 6;

/**
 * Counts the requests in progress whose callers wait for a short answer. Long work on the main thread, such as an import,
 * lets them go first.
 */
export class ForegroundRequests {
  private running = 0;
  private readonly waiting = new Set<AbortController>();

  /** `waitMaxMs` is the longest wait of long work for requests, in milliseconds. */
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

  /** Turns the event loop once, then waits until no request is in progress, for a limited time. */
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
   * Lets requests go first if the slice is over. Call it after each piece of work that takes well below a millisecond. A
   * wait for something else, such as the database, counts as work.
   */
  async yieldIfDue(): Promise<void> {
    if (performance.now() - this.startedAt < SLICE_MS) return;
    await this.foreground.yieldToRequests();
    this.startedAt = performance.now();
  }
}
