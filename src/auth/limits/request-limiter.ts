import { type BackgroundLoop, BackgroundLoops } from '../../common/processes/background-loops';
import { Problem } from '../../common/problems/problem';
import type { CallerRequests, RateLimitStore } from './rate-limit.store';

/** How many requests a caller may make. */
export interface RequestLimits {
  /** Of a user or an address; 0: no limit. */
  readonly requestsPerMinute: number;
  /** Of an API key; 0: no limit. */
  readonly keyRequestsPerMinute: number;
  /** Unix time in milliseconds. */
  readonly now: () => number;
}

/** How callers that are API keys begin. */
export const KEY_CALLER = 'key:';

interface Counter {
  /** Requests of all instances at the last exchange, our own included. */
  shared: number;
  /** Our own requests since the last exchange. */
  pending: number;
}

const WINDOW_SECONDS = 60;
/** Milliseconds between two exchanges with the other instances. */
const EXCHANGE_INTERVAL_MS = 1000;
/** Callers counted at once; beyond it the oldest are forgotten, so that a flood of addresses costs no memory. */
const CALLERS_MAX = 50_000;
/** Callers told to the database in one exchange. */
const EXCHANGE_MAX = 5_000;

/**
 * Counts requests per caller and minute. A request costs a look into memory; once a second the instances add up their
 * counts in one statement, so that together they let a caller exceed the limit by what fits into that second at most.
 */
export class RequestLimiter {
  private counters = new Map<string, Counter>();
  private window = -1;
  private readonly exchanging: BackgroundLoop;

  constructor(
    private readonly store: RateLimitStore,
    private readonly limits: RequestLimits,
    loops: BackgroundLoops,
  ) {
    this.exchanging = loops.add('request-counts', () => this.exchangeOnce());
  }

  /** Exchanges counts with the other instances once a second from now on, where there is a limit. */
  start(): void {
    if (this.limits.requestsPerMinute + this.limits.keyRequestsPerMinute > 0)
      this.exchanging.start(EXCHANGE_INTERVAL_MS);
  }

  /** Counts one request. Throws `rate-limited` with Retry-After and the RateLimit fields when it is one too many. */
  consume(caller: string): void {
    const limit = this.limitOf(caller);
    if (limit === 0) return;
    this.turnWindow();
    const counter = this.counters.get(caller) ?? this.addCounter(caller);
    if (counter.shared + counter.pending >= limit) throw this.refusal(limit);
    counter.pending += 1;
  }

  /** Throws as `consume` does when the caller has no request left, and counts nothing. */
  requireRoom(caller: string): void {
    const limit = this.limitOf(caller);
    if (limit === 0) return;
    this.turnWindow();
    const counter = this.counters.get(caller);
    if (counter !== undefined && counter.shared + counter.pending >= limit) throw this.refusal(limit);
  }

  /** Tells the database our counts and learns those of the other instances. A database that fails changes nothing. */
  exchange(): Promise<void> {
    return this.exchanging.run();
  }

  private async exchangeOnce(): Promise<void> {
    this.turnWindow();
    const { window, counters } = this;
    const told = this.takePending();
    if (told.length === 0) return;
    try {
      for (const { caller, requests } of await this.store.add(window, told)) {
        const counter = counters.get(caller);
        if (counter !== undefined) counter.shared = requests;
      }
    } catch (error) {
      this.takeBack(counters, told);
      throw error;
    }
  }

  /**
   * Moves the counts worth telling from pending to shared. A caller far below the limit is not worth a row; one that
   * has a row is asked for even without news of ours, for there may be some of others.
   */
  private takePending(): CallerRequests[] {
    const told: CallerRequests[] = [];
    for (const [caller, counter] of this.counters) {
      const worth = Math.ceil(this.limitOf(caller) / 100);
      if (counter.pending < worth && counter.shared === 0) continue;
      told.push({ caller, requests: counter.pending });
      counter.shared += counter.pending;
      counter.pending = 0;
      if (told.length === EXCHANGE_MAX) break;
    }
    return told;
  }

  private takeBack(counters: Map<string, Counter>, told: readonly CallerRequests[]): void {
    for (const { caller, requests } of told) {
      const counter = counters.get(caller);
      if (counter === undefined) continue;
      counter.shared -= requests;
      counter.pending += requests;
    }
  }

  private turnWindow(): void {
    const window = Math.floor(this.limits.now() / 1000 / WINDOW_SECONDS);
    if (window === this.window) return;
    this.window = window;
    this.counters = new Map();
  }

  private limitOf(caller: string): number {
    const { requestsPerMinute, keyRequestsPerMinute } = this.limits;
    return caller.startsWith(KEY_CALLER) ? keyRequestsPerMinute : requestsPerMinute;
  }

  private addCounter(caller: string): Counter {
    if (this.counters.size >= CALLERS_MAX) {
      const oldest = this.counters.keys().next();
      if (oldest.done !== true) this.counters.delete(oldest.value);
    }
    const counter = { shared: 0, pending: 0 };
    this.counters.set(caller, counter);
    return counter;
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
