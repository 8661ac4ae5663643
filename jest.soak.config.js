/** The soak: servers under load for an hour, or for SOAK_MINUTES. `npm run test:soak`. */
module.exports = {
  ...require('./jest.config'),
  testMatch: ['<rootDir>/test/soak/*.spec.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
};
