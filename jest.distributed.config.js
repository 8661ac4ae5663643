/** The suites of a distributed database. The setup starts a Citus cluster, unless CITUS_URL names one. */
module.exports = {
  ...require('./jest.config'),
  testMatch: ['<rootDir>/test/distributed/**/*.spec.ts'],
  globalSetup: '<rootDir>/test/support/runner/distributed-setup.ts',
  globalTeardown: '<rootDir>/test/support/runner/distributed-teardown.ts',
};
