/** What a request costs the service, as shares of what one user may have under way. */

/** The classes of requests; `read` unless the handler says otherwise. */
export type CostClass = 'dispatch' | 'read' | 'search' | 'write' | 'import' | 'login';

interface Cost {
  /** Shares of `CONCURRENCY_PER_USER` that a request takes; at most all of them. */
  readonly shares: number;
  /** Time budgets (`REQUEST_BUDGET_MS`) that a request has once it has been read; null for no limit. */
  readonly budgets: number | null;
}

export const COSTS: Readonly<Record<CostClass, Cost>> = {
  /** Only sends requests to other routes, which take their own shares and have their own budgets. */
  dispatch: { shares: 0, budgets: null },
  read: { shares: 1, budgets: 1 },
  /** Uses a core of the database for most of its time. One search of a user at a time leaves a core to others. */
  search: { shares: 3, budgets: 1 },
  /** Holds locks, and derives rows on the main thread. Removals of libraries take longer than reads may. */
  write: { shares: 2, budgets: 5 },
  /** Leaves a share for reads, because imports take minutes. Streamed bodies have limits of their own. */
  import: { shares: 3, budgets: null },
  /** Hashes a password: a core for some 50 ms. */
  login: { shares: 4, budgets: 1 },
};
