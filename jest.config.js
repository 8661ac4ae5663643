/** The transform that compiles files to CommonJS: sources, and the few packages that contain only ES modules. */
const swc = (parser, extra = {}) => [
  '@swc/jest',
  {
    swcrc: false,
    sourceMaps: 'inline',
    module: { type: 'commonjs' },
    jsc: { target: 'es2022', parser, keepClassNames: true, ...extra },
  },
];

module.exports = {
  rootDir: '.',
  roots: ['<rootDir>/src', '<rootDir>/test'],
  testMatch: ['**/*.spec.ts', '**/*.e2e-spec.ts'],
  // As in tsconfig.json: the examples use the sources of the client, so that tests need no build of it.
  moduleNameMapper: { '^intelligence-client$': '<rootDir>/clients/typescript/src/index.ts' },
  moduleFileExtensions: ['ts', 'js', 'mjs', 'json', 'node'],
  transform: {
    '\\.ts$': swc(
      { syntax: 'typescript', decorators: true },
      { transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false } },
    ),
    '\\.m?js$': swc({ syntax: 'ecmascript' }),
  },
  transformIgnorePatterns: [
    '/node_modules/(?!(@nestjs|jose|file-type|strtok3|token-types|uint8array-extras|@borewit|@tokenizer|stemmer|double-metaphone)/)',
  ],
  // `npm run test:text` and `npm run test:soak` run these suites, because they take minutes or an hour.
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/text/', '<rootDir>/test/soak/'],
  testEnvironment: '<rootDir>/test/support/runner/node-environment.js',
  setupFiles: ['reflect-metadata'],
  testTimeout: 180000,
  maxWorkers: 3,
  testSequencer: '<rootDir>/test/support/runner/longest-first.sequencer.js',
  globalSetup: '<rootDir>/test/support/runner/global-setup.ts',
  setupFilesAfterEnv: ['<rootDir>/test/support/runner/retries.ts', '<rootDir>/test/support/runner/canary-setup.ts'],
  globalTeardown: '<rootDir>/test/support/runner/global-teardown.ts',
};
