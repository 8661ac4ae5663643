import type { Transactions } from '../../database/transactions';

/** A number of requests of one caller. */
export interface CallerRequests {
  readonly caller: string;
  readonly requests: number;
}

/** The request counts of all instances. */
export class RateLimitStore {
  constructor(private readonly transactions: Transactions) {}

  /**
   * Adds requests to a window and returns the totals of their callers over all instances. For a caller with 0
   * requests, only reads the total, and omits the caller if there is none. Deletes all windows before the previous one.
   *
   * @param window number of the one-minute window, counted from the Unix epoch
   */
  async add(window: number, added: readonly CallerRequests[]): Promise<CallerRequests[]> {
    // All instances lock the rows in the same order, which excludes deadlocks.
    const sorted = [...added].sort((a, b) => (a.caller < b.caller ? -1 : 1));
    return this.transactions.run(async (manager) => {
      await manager.query('DELETE FROM rate_limit_counters WHERE window_number < $1', [window - 1]);
      return manager.query<CallerRequests[]>(
        `WITH added AS (SELECT * FROM unnest($2::text[], $3::integer[]) AS added (caller, requests)),
              written AS (
                INSERT INTO rate_limit_counters AS counters (window_number, caller, requests)
                SELECT $1, caller, requests FROM added WHERE requests > 0
                ON CONFLICT (window_number, caller) DO UPDATE SET requests = counters.requests + EXCLUDED.requests
                RETURNING caller, requests)
         SELECT caller, requests FROM written
         UNION ALL
         SELECT caller, counters.requests
           FROM rate_limit_counters AS counters JOIN added USING (caller)
          WHERE counters.window_number = $1 AND added.requests = 0`,
        [window, sorted.map(({ caller }) => caller), sorted.map(({ requests }) => requests)],
      );
    });
  }
}
