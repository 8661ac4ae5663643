/** Time limits of the database that hold where a shared machine stands still for seconds; for tests of other things. */
export const PATIENCE = {
  DATABASE_ACQUIRE_TIMEOUT_MS: '20000',
  DATABASE_STATEMENT_TIMEOUT_MS: '30000',
  DATABASE_QUERY_TIMEOUT_MS: '40000',
} as const;
