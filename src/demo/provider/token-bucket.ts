import { setTimeout } from 'node:timers/promises';

/** Limits the rate of requests. Each takes a token. Unused tokens accumulate, up to the tokens of one second. */
export class TokenBucket {
  private tokens: number;
  private filledAt: number;
  private pausedUntil = 0;
  /** Resolves when each earlier call of `take` has its token or is rejected. */
  private queue: Promise<void> = Promise.resolve();

  constructor(
    private readonly perSecond: number,
    private readonly now: () => number = () => performance.now(),
    private readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void> = (milliseconds, signal) =>
      setTimeout(milliseconds, undefined, { signal }),
  ) {
    this.tokens = perSecond;
    this.filledAt = now();
  }

  /**
   * Resolves when a request may be sent, in the order of the calls. Rejects if the signal is aborted, after the earlier
   * calls have settled.
   */
  take(signal?: AbortSignal): Promise<void> {
    const token = this.queue.then(() => this.wait(signal));
    this.queue = token.catch(() => undefined);
    return token;
  }

  /** Stops all requests for a while, for example for the time in `Retry-After`. */
  pause(milliseconds: number): void {
    this.pausedUntil = Math.max(this.pausedUntil, this.now() + milliseconds);
  }

  private async wait(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    this.fill();
    if (this.tokens < 1) await this.sleep(((1 - this.tokens) / this.perSecond) * 1000, signal);
    // Another request can begin or extend a pause while this one waits.
    for (let pause = this.pauseMs(); pause > 0; pause = this.pauseMs()) await this.sleep(pause, signal);
    this.fill();
    this.tokens -= 1;
  }

  private pauseMs(): number {
    return this.pausedUntil - this.now();
  }

  private fill(): void {
    const now = this.now();
    this.tokens = Math.min(this.perSecond, this.tokens + ((now - this.filledAt) / 1000) * this.perSecond);
    this.filledAt = now;
  }
}
