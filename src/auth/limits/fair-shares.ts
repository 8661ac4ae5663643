import { randomInt } from 'node:crypto';
import type { Response } from 'express';
import type { ForegroundRequests } from '../../common/processes/foreground';
import { Problem } from '../../common/problems/problem';
import { ClientGoneError, requestContext } from '../../common/request-context';
import { type CostClass, COSTS } from './cost-classes';
import { RequestShares } from './request-shares';

/** Maximum `Retry-After` of a refused request, in seconds. */
const RETRY_AFTER_MAX_SECONDS = 4;

/**
 * Milliseconds for which a request counts as waiting after its client has disconnected early. Otherwise, a caller could
 * send any number of requests by aborting each of them.
 */
const ABANDONED_PLACE_MS = 1_000;
/**
 * While shares are free, every caller may abort at least this number of requests within `ABANDONED_PLACE_MS`, because
 * user interfaces abort searches while their users type.
 */
const ABANDONED_MIN = 16;

/** Limits of one caller's requests in progress on one instance. */
interface ShareLimits {
  /** Shares of one caller. Should be fewer than the connections of the read pool, so that others find connections. */
  readonly shares: number;
  /** Maximum number of requests of one caller that wait for shares. */
  readonly waitingMax: number;
  /** Maximum wait in milliseconds. */
  readonly waitMs: number;
}

interface Waiter {
  readonly shares: number;
  admit(): void;
}

interface Caller {
  used: number;
  readonly waiting: Set<Waiter>;
  /** Number of requests whose clients disconnected early within the last `ABANDONED_PLACE_MS`. */
  abandoned: number;
  /** Whether a waiting request has been admitted in this turn of the event loop. */
  hasAdmitted: boolean;
}

/**
 * Limits how much work of one caller is in progress on this instance at the same time, by the cost of each request.
 * Further requests wait in the order of their arrival. Both their number and their wait are limited. A waiting request
 * takes a few hundred bytes, because its body has not been read yet.
 */
export class FairShares {
  private readonly callers = new Map<string, Caller>();

  constructor(
    private readonly limits: ShareLimits,
    private readonly foreground: Pick<ForegroundRequests, 'enter'>,
  ) {}

  /**
   * Waits until the request gets all shares that it costs. The request holds them until its response has ended and all
   * work that holds the returned `RequestShares` is done. Throws `rate-limited` if too many requests of the caller
   * wait or were aborted lately, or if the wait is too long. Throws `ClientGoneError` if the client disconnects.
   */
  async acquire(callerKey: string, cost: CostClass, response: Response): Promise<RequestShares> {
    if (response.closed) throw new ClientGoneError();
    const caller = this.callers.get(callerKey) ?? { used: 0, waiting: new Set(), abandoned: 0, hasAdmitted: false };
    this.callers.set(callerKey, caller);
    if (caller.abandoned >= Math.max(this.limits.waitingMax, ABANDONED_MIN)) throw this.refusal();
    const shares = Math.min(COSTS[cost].shares, this.limits.shares);
    if (caller.waiting.size > 0 || caller.used + shares > this.limits.shares) {
      await this.wait(callerKey, caller, shares, response);
    } else {
      caller.used += shares;
    }
    if (response.closed) {
      // The client disconnected after the request was admitted and before this function continued.
      this.countAbandoned(callerKey, caller);
      this.release(callerKey, caller, shares);
      throw new ClientGoneError();
    }
    const leaveForeground = COSTS[cost].isForeground ? this.foreground.enter() : null;
    const held = new RequestShares(() => {
      leaveForeground?.();
      this.release(callerKey, caller, shares);
    });
    response.once('close', () => {
      if (!response.writableFinished) this.countAbandoned(callerKey, caller);
      held.close();
    });
    return held;
  }

  private wait(callerKey: string, caller: Caller, shares: number, response: Response): Promise<void> {
    if (caller.waiting.size + caller.abandoned >= this.limits.waitingMax) return Promise.reject(this.refusal());
    return new Promise((resolve, reject) => {
      const end = (settle: () => void): void => {
        clearTimeout(timer);
        response.off('close', onClose);
        caller.waiting.delete(waiter);
        settle();
      };
      const waiter: Waiter = { shares, admit: () => end(resolve) };
      const timer = setTimeout(() => {
        end(() => reject(this.refusal()));
        // When an expensive request stops waiting, cheaper requests behind it may be admitted.
        this.admitNext(caller);
        this.deleteIfIdle(callerKey, caller);
      }, this.limits.waitMs);
      const onClose = (): void => {
        end(() => reject(new ClientGoneError()));
        this.countAbandoned(callerKey, caller);
        this.admitNext(caller);
      };
      response.once('close', onClose);
      caller.waiting.add(waiter);
    });
  }

  private release(callerKey: string, caller: Caller, shares: number): void {
    caller.used -= shares;
    this.admitNext(caller);
    this.deleteIfIdle(callerKey, caller);
  }

  private countAbandoned(callerKey: string, caller: Caller): void {
    caller.abandoned += 1;
    const forget = (): void => {
      caller.abandoned -= 1;
      this.deleteIfIdle(callerKey, caller);
    };
    // A timer refers to the asynchronous context in which it was started. Without `exit`, it would keep the request and
    // its connection in memory.
    requestContext.exit(() => setTimeout(forget, ABANDONED_PLACE_MS).unref());
  }

  private deleteIfIdle(callerKey: string, { used, waiting, abandoned }: Caller): void {
    if (used === 0 && waiting.size === 0 && abandoned === 0) this.callers.delete(callerKey);
  }

  /**
   * Admits the next request if the caller has enough free shares. A cheap request does not overtake an expensive one,
   * because the expensive one might then never be admitted. Admits at most one request of a caller in each turn of the
   * event loop, so that requests of other callers can run between two of them.
   */
  private admitNext(caller: Caller): void {
    if (caller.hasAdmitted) return;
    for (const waiter of caller.waiting) {
      if (caller.used + waiter.shares > this.limits.shares) return;
      caller.used += waiter.shares;
      caller.hasAdmitted = true;
      setImmediate(() => {
        caller.hasAdmitted = false;
        this.admitNext(caller);
      });
      waiter.admit();
      return;
    }
  }

  private refusal(): Problem {
    // The delay is random, so that clients do not repeat their refused requests all at the same time.
    const seconds = randomInt(1, RETRY_AFTER_MAX_SECONDS + 1);
    return new Problem('rate-limited', {
      detail: 'Too many requests of this caller are in progress.',
      headers: {
        'Retry-After': String(seconds),
        'RateLimit-Policy': `"concurrency";q=${this.limits.shares}`,
        RateLimit: `"concurrency";r=0;t=${seconds}`,
      },
    });
  }
}
