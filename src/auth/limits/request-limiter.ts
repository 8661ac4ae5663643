import { type BackgroundLoop, BackgroundLoops, NOTHING_TO_DO } from '../../common/processes/background-loops';
import { Problem } from '../../common/problems/problem';
import type { RateLimitStore } from './rate-limit.store';
import { RequestCounters } from './request-counters';

interface RequestLimits {
  /** Limit of a user or an address; 0 for no limit. */
  readonly requestsPerMinute: number;
  /** Limit of an API key; 0 for no limit. */
  readonly keyRequestsPerMinute: number;
  /** Returns the Unix time in milliseconds. */
  readonly now: () => number;
}

/** Prefix of callers that are API keys. */
export const KEY_CALLER = 'key:';

const WINDOW_SECONDS = 60;
/** Milliseconds between two exchanges with the other instances. */
const EXCHANGE_INTERVAL_MS = 1000;

/**
 * Counts requests per caller and minute, in memory. Once a second, the instances add up their counts. So with several
 * instances, a caller can exceed the limit by the requests of one second, and by up to 1 % of the limit per instance,
 * because an instance need not exchange smaller counts.
 */
export class RequestLimiter {
  private counters = new RequestCounters();
  private window = -1;
  private readonly exchanging: BackgroundLoop;

  constructor(
    private readonly store: RateLimitStore,
    private readonly limits: RequestLimits,
    loops: BackgroundLoops,
  ) {
    this.exchanging = loops.add('request-counts', () => this.exchangeOnce());
  }

  /** Starts to exchange counts with the other instances once a second, if there is a limit. */
  start(): void {
    if (this.limits.requestsPerMinute + this.limits.keyRequestsPerMinute > 0) {
      this.exchanging.start(EXCHANGE_INTERVAL_MS);
    }
  }

  /** Counts one request. Throws `rate-limited`, with Retry-After and RateLimit fields, if the limit is reached. */
  consume(caller: string): void {
    this.requireRemainingLimit(caller);
    if (this.limitOf(caller) > 0) this.counters.add(caller);
  }

  /** Throws `rate-limited` if the caller has used up its limit. Counts nothing. */
  requireRemainingLimit(caller: string): void {
    const limit = this.limitOf(caller);
    if (limit === 0) return;
    this.startNewWindow();
    if (this.counters.countOf(caller) >= limit) throw this.refusal(limit);
  }

  /**
   * Adds the counts of this instance to the database and reads the totals of all instances. If the database fails, all
   * counts stay as they are.
   */
  exchange(): Promise<void> {
    return this.exchanging.run();
  }

  private async exchangeOnce(): Promise<unknown> {
    this.startNewWindow();
    const { window, counters } = this;
    // Counts far below the limit are not worth a row.
    const sent = counters.takePending((caller) => Math.ceil(this.limitOf(caller) / 100));
    if (sent.length === 0) return NOTHING_TO_DO;
    try {
      counters.setShared(await this.store.add(window, sent));
      return undefined;
    } catch (error) {
      counters.restorePending(sent);
      throw error;
    }
  }

  private startNewWindow(): void {
    const window = Math.floor(this.limits.now() / 1000 / WINDOW_SECONDS);
    if (window === this.window) return;
    this.window = window;
    this.counters = new RequestCounters();
  }

  private limitOf(caller: string): number {
    const { requestsPerMinute, keyRequestsPerMinute } = this.limits;
    return caller.startsWith(KEY_CALLER) ? keyRequestsPerMinute : requestsPerMinute;
  }

  private refusal(limit: number): Problem {
    const seconds = Math.max(1, Math.ceil((this.window + 1) * WINDOW_SECONDS - this.limits.now() / 1000));
    return new Problem('rate-limited', {
      headers: {
        'Retry-After': String(seconds),
        'RateLimit-Policy': `"requests";q=${limit};w=${WINDOW_SECONDS}`,
        RateLimit: `"requests";r=0;t=${seconds}`,
      },
    });
  }
}
