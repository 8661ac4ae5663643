import { loadCliConfig } from './cli-context';

describe('loadCliConfig', () => {
  it.each([true, false])(
    'reports all invalid settings together, also those of the database (token secrets: %s)',
    (tokenSecrets) => {
      const env = { NODE_ENV: 'test', DATABASE_POOL_SIZE: '0', PORT: 'abc' };
      expect(() => loadCliConfig(env, { tokenSecrets })).toThrow(
        /DATABASE_POOL_SIZE[^]*PORT|PORT[^]*DATABASE_POOL_SIZE/,
      );
    },
  );

  it('does not report absent secrets if a rule for the database is broken', () => {
    const env = { NODE_ENV: 'test', DATABASE_STATEMENT_TIMEOUT_MS: '5000', DATABASE_QUERY_TIMEOUT_MS: '5000' };
    expect(() => loadCliConfig(env, { tokenSecrets: true })).toThrow(
      /^The configuration is not valid: DATABASE_QUERY_TIMEOUT_MS must be greater than DATABASE_STATEMENT_TIMEOUT_MS\.$/,
    );
  });
});
