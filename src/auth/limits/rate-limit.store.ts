import type { Transactions } from '../../database/transactions';

/** Requests of one caller that the database has not been told of. */
export interface CallerRequests {
  readonly caller: string;
  readonly requests: number;
}

/** The request counts that all instances share. */
export class RateLimitStore {
  constructor(private readonly transactions: Transactions) {}

  /**
   * Adds requests (or none) to a window and gives the totals of those callers over all instances; one statement for
   * all. Windows before the one before this are dropped.
   *
   * @param window number of the window since the epoch
   */
  async add(window: number, added: readonly CallerRequests[]): Promise<CallerRequests[]> {
    // One order for all instances, so that two of them never wait for each other.
    const sorted = [...added].sort((one, other) => (one.caller < other.caller ? -1 : 1));
    return this.transactions.run(async (manager) => {
      await manager.query('DELETE FROM rate_limit_counters WHERE window_number < $1', [window - 1]);
      return manager.query<CallerRequests[]>(
        `WITH added AS (SELECT * FROM unnest($2::text[], $3::integer[]) AS added (caller, requests)),
              told AS (
                INSERT INTO rate_limit_counters AS counters (window_number, caller, requests)
                SELECT $1, caller, requests FROM added WHERE requests > 0
                ON CONFLICT (window_number, caller) DO UPDATE SET requests = counters.requests + EXCLUDED.requests
                RETURNING caller, requests)
         SELECT caller, requests FROM told
         UNION ALL
         SELECT caller, counters.requests
           FROM rate_limit_counters AS counters JOIN added USING (caller)
          WHERE counters.window_number = $1 AND added.requests = 0`,
        [window, sorted.map(({ caller }) => caller), sorted.map(({ requests }) => requests)],
      );
    });
  }
}
