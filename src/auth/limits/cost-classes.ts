/** How many shares a request takes. A user can hold only a limited number of shares at the same time. */

import type { IncomingMessage } from 'node:http';

/** Classes of requests. Default of a handler: `read`; but a public handler without a class takes no shares. */
export type CostClass = 'dispatch' | 'read' | 'search' | 'write' | 'large-write' | 'import' | 'login';

interface Cost {
  /** Number of shares that a request takes. If `CONCURRENCY_PER_USER` is smaller, the request takes all shares. */
  readonly shares: number;
  /** Time limit of a request after its body was received, as a multiple of `REQUEST_BUDGET_MS`; null for no limit. */
  readonly budgetFactor: number | null;
  /** Whether the caller expects an answer soon. Imports on the same event loop let such requests go first. */
  readonly isForeground: boolean;
}

export const COSTS: Readonly<Record<CostClass, Cost>> = {
  /** Only sends requests to other routes, which take their own shares and have their own budgets. */
  dispatch: { shares: 0, budgetFactor: null, isForeground: false },
  read: { shares: 1, budgetFactor: 1, isForeground: true },
  /** Uses one core of the database for most of its time. By default, a user can run only one search at a time. */
  search: { shares: 3, budgetFactor: 1, isForeground: true },
  /** Holds locks, and derives rows on the main thread. Removing a library takes longer than the budget of a read. */
  write: { shares: 2, budgetFactor: 5, isForeground: true },
  /** A write with a body above 256 KiB. The main thread needs up to 20 ms to read and check it. */
  'large-write': { shares: 4, budgetFactor: 5, isForeground: true },
  /** By default, leaves one share for reads, because an import takes minutes. Streamed bodies have separate limits. */
  import: { shares: 3, budgetFactor: null, isForeground: false },
  /** Hashes a password, which uses one core for about 50 ms. */
  login: { shares: 4, budgetFactor: 1, isForeground: true },
};

/** Number of bytes above which a body makes a write expensive. */
const LARGE_BODY_BYTES = 256 * 1024;

/** Returns the class of a request to a handler of class `handlerClass`. A body without a length counts as large. */
export function costOfRequest(handlerClass: CostClass, { headers }: Pick<IncomingMessage, 'headers'>): CostClass {
  const bytes = headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Infinity;
  return handlerClass === 'write' && bytes > LARGE_BODY_BYTES ? 'large-write' : handlerClass;
}
