import { type BackgroundLoop, BackgroundLoops, NOTHING_TO_DO } from '../../common/processes/background-loops';
import { Problem } from '../../common/problems/problem';
import type { CallerRequests, RateLimitStore } from './rate-limit.store';

interface RequestLimits {
  /** Limit of a user or an address; 0 for no limit. */
  readonly requestsPerMinute: number;
  /** Limit of an API key; 0 for no limit. */
  readonly keyRequestsPerMinute: number;
  /** Unix time in milliseconds. */
  readonly now: () => number;
}

/** Prefix of callers that are API keys. */
export const KEY_CALLER = 'key:';

interface Counter {
  /** Requests on all instances, including this one, at the last exchange. */
  shared: number;
  /** Requests on this instance since the last exchange. */
  pending: number;
}

const WINDOW_SECONDS = 60;
/** Milliseconds between two exchanges with the other instances. */
const EXCHANGE_INTERVAL_MS = 1000;
/**
 * Maximum number of callers that are counted, which bounds the memory. If there are more, the limiter forgets the
 * callers whose counters were created or last exchanged the longest time ago.
 */
const CALLERS_MAX = 50_000;
/** Maximum number of callers in one exchange. */
const EXCHANGE_MAX = 5_000;

/**
 * Counts requests per caller and minute, in memory. Once a second, the instances add up their counts. So with several
 * instances, a caller can exceed the limit by the requests of that second, and by up to 1 % of the limit per instance,
 * because an instance need not exchange smaller counts.
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

  /** Starts to exchange counts with the other instances once a second, if there is a limit. */
  start(): void {
    if (this.limits.requestsPerMinute + this.limits.keyRequestsPerMinute > 0) {
      this.exchanging.start(EXCHANGE_INTERVAL_MS);
    }
  }

  /** Counts one request. Throws `rate-limited`, with Retry-After and RateLimit fields, if the limit is reached. */
  consume(caller: string): void {
    const limit = this.limitOf(caller);
    if (limit === 0) return;
    this.startNewWindow();
    const counter = this.counters.get(caller) ?? this.addCounter(caller);
    if (counter.shared + counter.pending >= limit) throw this.refusal(limit);
    counter.pending += 1;
  }

  /** Throws `rate-limited` if the caller has used up its limit. Counts nothing. */
  requireRemainingLimit(caller: string): void {
    const limit = this.limitOf(caller);
    if (limit === 0) return;
    this.startNewWindow();
    const counter = this.counters.get(caller);
    if (counter !== undefined && counter.shared + counter.pending >= limit) throw this.refusal(limit);
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
    const sent = this.takePending();
    if (sent.length === 0) return NOTHING_TO_DO;
    try {
      for (const { caller, requests } of await this.store.add(window, sent)) {
        const counter = counters.get(caller);
        if (counter !== undefined) counter.shared = requests;
      }
      return undefined;
    } catch (error) {
      this.restorePending(counters, sent);
      throw error;
    }
  }

  /**
   * Moves counts from pending to shared, and returns the counts to write. Leaves out callers far below the limit that
   * have no row in the database. Includes callers with a row even without new requests, because other instances may
   * have counted some. Moves the callers to the end of the map, so that the next exchange starts with the others.
   */
  private takePending(): CallerRequests[] {
    const taken: [string, Counter][] = [];
    for (const entry of this.counters) {
      const [caller, { pending, shared }] = entry;
      if (pending < Math.ceil(this.limitOf(caller) / 100) && shared === 0) continue;
      taken.push(entry);
      if (taken.length === EXCHANGE_MAX) break;
    }
    return taken.map(([caller, counter]) => {
      const requests = counter.pending;
      counter.shared += requests;
      counter.pending = 0;
      this.counters.delete(caller);
      this.counters.set(caller, counter);
      return { caller, requests };
    });
  }

  private restorePending(counters: Map<string, Counter>, sent: readonly CallerRequests[]): void {
    for (const { caller, requests } of sent) {
      const counter = counters.get(caller);
      if (counter === undefined) continue;
      // A caller that was forgotten and counted again during the exchange has a new counter, without these requests.
      counter.shared = Math.max(0, counter.shared - requests);
      counter.pending += requests;
    }
  }

  private startNewWindow(): void {
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
