import type { Response } from 'express';
import { Problem } from '../../common/problems/problem';
import { ClientGoneError } from '../../common/request-context';
import { type CostClass, COSTS } from './cost-classes';

/** Bounds of what one caller has under way on one instance. */
export interface ShareLimits {
  /** Shares of one caller; below the connections of the read pool, so that others find one free. */
  readonly shares: number;
  /** Requests of one caller that wait for shares. */
  readonly waitingMax: number;
  /** Longest wait in milliseconds. */
  readonly waitMs: number;
}

interface Waiter {
  readonly shares: number;
  admit(): void;
}

interface Caller {
  used: number;
  readonly waiting: Set<Waiter>;
}

/** A place that a request has. It is free again when the response has ended and no work for it is under way. */
export class Share {
  private works = 0;
  private isClosed = false;

  constructor(private readonly leave: () => void) {}

  /** Keeps the place until the returned function is called, also if the client leaves before. */
  hold(): () => void {
    this.works += 1;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.works -= 1;
      this.leaveIfDone();
    };
  }

  /** The response has ended. */
  close(): void {
    this.isClosed = true;
    this.leaveIfDone();
  }

  private leaveIfDone(): void {
    if (this.isClosed && this.works === 0) this.leave();
  }
}

/**
 * Bounds how much work of one caller is under way at the same time on this instance, by what each request costs. More
 * requests wait in the order in which they came, up to a number and a time. A request that waits costs a few hundred
 * bytes: its body is not read yet.
 */
export class FairShares {
  private readonly callers = new Map<string, Caller>();

  constructor(private readonly limits: ShareLimits) {}

  /**
   * Waits for a place, which lasts until the response has ended and all work that holds it is done. Throws `rate-limited`
   * when too many requests of the caller wait, or the wait is too long; `ClientGoneError` when the client leaves.
   */
  async enter(callerKey: string, cost: CostClass, response: Response): Promise<Share> {
    if (response.closed) throw new ClientGoneError();
    const caller = this.callers.get(callerKey) ?? { used: 0, waiting: new Set<Waiter>() };
    this.callers.set(callerKey, caller);
    const shares = Math.min(COSTS[cost].shares, this.limits.shares);
    if (caller.waiting.size > 0 || caller.used + shares > this.limits.shares) {
      await this.wait(caller, shares, response);
    } else caller.used += shares;
    const share = new Share(() => this.leave(callerKey, caller, shares));
    response.once('close', () => share.close());
    return share;
  }

  private wait(caller: Caller, shares: number, response: Response): Promise<void> {
    if (caller.waiting.size >= this.limits.waitingMax) return Promise.reject(this.refusal());
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
        // A heavy request that gives up may leave room for lighter ones behind it.
        this.admitNext(caller);
      }, this.limits.waitMs);
      const onClose = (): void => {
        end(() => reject(new ClientGoneError()));
        this.admitNext(caller);
      };
      response.once('close', onClose);
      caller.waiting.add(waiter);
    });
  }

  private leave(callerKey: string, caller: Caller, shares: number): void {
    caller.used -= shares;
    this.admitNext(caller);
    if (caller.used === 0 && caller.waiting.size === 0) this.callers.delete(callerKey);
  }

  /** In order: a light request does not overtake a heavy one, which would else wait for ever. */
  private admitNext(caller: Caller): void {
    for (const waiter of caller.waiting) {
      if (caller.used + waiter.shares > this.limits.shares) return;
      caller.used += waiter.shares;
      waiter.admit();
    }
  }

  private refusal(): Problem {
    return new Problem('rate-limited', {
      detail: 'Too many requests of this user are under way.',
      headers: {
        'Retry-After': '1',
        'RateLimit-Policy': `"concurrency";q=${this.limits.shares}`,
        RateLimit: '"concurrency";r=0;t=1',
      },
    });
  }
}
