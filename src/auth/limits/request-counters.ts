import type { CallerRequests } from './rate-limit.store';

interface Counter {
  /** Requests on all instances, including this one, at the last exchange. */
  shared: number;
  /** Requests on this instance since the last exchange. */
  pending: number;
}

/**
 * Maximum number of callers that are counted, which bounds the memory. A further caller replaces the one whose counter
 * was created or last exchanged the longest time ago.
 */
const CALLERS_MAX = 50_000;
/** Maximum number of callers in one exchange. */
const EXCHANGE_MAX = 5_000;

/** The requests of each caller in one minute: those of this instance, and the last known total of all instances. */
export class RequestCounters {
  private readonly counters = new Map<string, Counter>();

  /** Returns the known number of requests of a caller on all instances. */
  countOf(caller: string): number {
    const counter = this.counters.get(caller);
    return counter === undefined ? 0 : counter.shared + counter.pending;
  }

  /** Counts one request. */
  add(caller: string): void {
    const counter = this.counters.get(caller) ?? this.addCounter(caller);
    counter.pending += 1;
  }

  /**
   * Moves counts from pending to shared, and returns the counts to write. Includes a caller whose shared count is 0
   * only if it has at least `minimumOf` pending requests. Includes other callers even without new requests, because
   * other instances may have counted some. Moves the included callers to the end of the map, so that the next exchange
   * starts with the others.
   */
  takePending(minimumOf: (caller: string) => number): CallerRequests[] {
    const taken: [string, Counter][] = [];
    for (const entry of this.counters) {
      const [caller, { pending, shared }] = entry;
      if (pending < minimumOf(caller) && shared === 0) continue;
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

  /** Stores the totals of all instances. */
  setShared(totals: readonly CallerRequests[]): void {
    for (const { caller, requests } of totals) {
      const counter = this.counters.get(caller);
      if (counter !== undefined) counter.shared = requests;
    }
  }

  /** Undoes `takePending`, because the counts could not be written. */
  restorePending(taken: readonly CallerRequests[]): void {
    for (const { caller, requests } of taken) {
      const counter = this.counters.get(caller);
      if (counter === undefined) continue;
      // A caller that was forgotten and counted again during the exchange has a new counter, without these requests.
      counter.shared = Math.max(0, counter.shared - requests);
      counter.pending += requests;
    }
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
}
