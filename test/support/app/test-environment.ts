/**
 * Timeouts and limits of concurrent requests for tests that do not reach them on purpose. The timeouts are long enough
 * for a shared machine that stalls for several seconds.
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

/** The timeouts of the database in `GENEROUS_TIMEOUTS`, as options of a connection pool. */
export const POOL_TIMEOUTS = { acquireTimeoutMs: 20_000, statementTimeoutMs: 30_000, queryTimeoutMs: 40_000 } as const;

/** Environment variables of applications that run in the process of a test. */
export const TEST_ENVIRONMENT = {
  NODE_ENV: 'test',
  WARM_UP_MS: '0',
  METRICS_PORT: '0',
  // A worker thread would load the sources without the compilation of the test runner.
  DERIVATION_THREADS: '0',
  WORK_THREADS: '0',
  // Tests of timeouts and rate limits override these.
  ...GENEROUS_TIMEOUTS,
  RATE_LIMIT_PER_MINUTE: '0',
} as const;
