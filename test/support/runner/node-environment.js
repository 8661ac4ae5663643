const { TestEnvironment } = require('jest-environment-node');
const { apiDescription } = require('./api-description');
const { cacheCompiledModules } = require('./cached-compilation');
const { CoverageCollector } = require('./coverage-collector');

/** Null without COVERAGE_DIRECTORY, the directory to which each worker of jest writes its coverage. */
const coverage = process.env.COVERAGE_DIRECTORY ? new CoverageCollector(process.env.COVERAGE_DIRECTORY) : null;
cacheCompiledModules((...module) => coverage?.addModule(...module));

/**
 * Jest's environment for Node, with the cache of compiled modules and the API description. A worker creates an
 * environment for each suite.
 */
module.exports = class extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    // The cache shifts the columns of the first line of a module, so jest would report wrong columns.
    if (config.globalConfig.collectCoverage) throw new Error('Use `npm run test:coverage` instead of `--coverage`.');
    this.global.apiDescription = () => apiDescription();
    coverage?.begin();
  }

  async teardown() {
    await super.teardown();
    coverage?.end();
  }
};

// Node.js frees the heap of a process that ends by itself. After many suites, this takes longer than the half second
// after which jest ends a worker by force. `process.exit` frees no heap. A worker with an open resource does not get
// this event, so jest still reports it.
process.once('beforeExit', () => process.exit());

// When jest ends a worker by force, the worker prints the resources that it still has open. This cannot be in a setup
// file: Jest gives setup files and tests a copy of `process`, which receives no signals.
process.once('SIGTERM', () => {
  // Jest also sends SIGTERM to a worker whose heap is too large. That is no error, and its coverage is already written.
  if (coverage?.isUnwritten === false) process.exit(1);
  const handles = process._getActiveHandles().map(describeHandle);
  const open = [...process.getActiveResourcesInfo(), ...handles].join(', ');
  process.stderr.write(`Worker ${process.pid} had open when it was ended: ${open}\n`, () => process.exit(1));
});

/** Returns the type of a handle, with the addresses of a socket or the command line of a process. */
function describeHandle(handle) {
  const address = handle.remotePort ? `${handle.localPort} to ${handle.remoteAddress}:${handle.remotePort}` : '';
  return [handle.constructor.name, address, ...(handle.spawnargs ?? [])].filter(Boolean).join(' ');
}
