/** The soak test: servers under load for an hour, or for SOAK_MINUTES. `npm run test:soak` runs it. */
module.exports = {
  ...require('./jest.config'),
  testMatch: ['<rootDir>/test/soak/*.spec.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
};
