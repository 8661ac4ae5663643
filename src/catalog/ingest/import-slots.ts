import { Problem } from '../../common/problems/problem';

/** Maximum number of imports that wait for a slot. */
const WAITING_MAX = 16;
const RETRY_AFTER_SECONDS = 5;

/** Limits the number of concurrent imports. Further imports wait for a slot, in the order of their arrival. */
export class ImportSlots {
  private readonly waiting = new Set<() => void>();

  /** `free` is the number of slots, `waitMs` the longest wait in milliseconds. */
  constructor(
    private free: number,
    private readonly waitMs: number,
  ) {}

  /** Runs the work in a slot. Throws `overloaded` if no slot becomes free in time, or if too many imports wait. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free -= 1;
    else await this.wait();
    try {
      return await work();
    } finally {
      this.release();
    }
  }

  private wait(): Promise<void> {
    if (this.waiting.size >= WAITING_MAX) return Promise.reject(Problem.overloaded(RETRY_AFTER_SECONDS));
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.waiting.delete(enter);
        reject(Problem.overloaded(RETRY_AFTER_SECONDS));
      }, this.waitMs);
      const enter = (): void => {
        clearTimeout(timer);
        this.waiting.delete(enter);
        resolve();
      };
      this.waiting.add(enter);
    });
  }

  /** Gives the slot to the import that has waited longest, or frees it. */
  private release(): void {
    const [next] = this.waiting;
    if (next === undefined) this.free += 1;
    else next();
  }
}
