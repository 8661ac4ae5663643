/**
 * Database timeouts for tests that do not test timeouts. They are long enough for a shared machine that stalls for
 * several seconds.
 */
export const GENEROUS_TIMEOUTS = {
  DATABASE_ACQUIRE_TIMEOUT_MS: '20000',
  DATABASE_STATEMENT_TIMEOUT_MS: '30000',
  DATABASE_QUERY_TIMEOUT_MS: '40000',
  REQUEST_BUDGET_MS: '60000',
  CONCURRENCY_PER_USER: '100',
  WAITING_PER_USER: '1000',
  WAIT_MS: '60000',
} as const;
