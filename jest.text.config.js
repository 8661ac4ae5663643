/** The suites that check every regular expression and count the steps of every text function; they need no database. */
const { globalSetup, globalTeardown, setupFilesAfterEnv, ...config } = require('./jest.config');

module.exports = {
  ...config,
  testMatch: ['<rootDir>/test/text/*.spec.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
  // CI runs these suites beside others at the lowest priority, so a short test can take minutes.
  testTimeout: 3_600_000,
};
