import type { Response } from 'express';
import { Problem } from '../../common/problems/problem';

/** Bounds how many requests of one user are under way at the same time on this instance. */
export class ConcurrencyLimiter {
  private readonly underWay = new Map<string, number>();

  /** @param max requests of one user at once, at least 1 */
  constructor(private readonly max: number) {}

  /** Takes a place until the response is closed. Throws `rate-limited` when all of the user's places are taken. */
  enter(userId: string, response: Response): void {
    const count = this.underWay.get(userId) ?? 0;
    if (count >= this.max) {
      throw new Problem('rate-limited', {
        detail: 'Too many requests of this user are under way.',
        headers: {
          'Retry-After': '1',
          'RateLimit-Policy': `"concurrency";q=${this.max}`,
          RateLimit: '"concurrency";r=0;t=1',
        },
      });
    }
    // A response that is closed already will not say so again.
    if (response.closed) return;
    this.underWay.set(userId, count + 1);
    response.once('close', () => this.leave(userId));
  }

  private leave(userId: string): void {
    const count = this.underWay.get(userId) ?? 0;
    if (count > 1) this.underWay.set(userId, count - 1);
    else this.underWay.delete(userId);
  }
}
