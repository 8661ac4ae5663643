const { mkdirSync, renameSync, writeFileSync } = require('node:fs');
const { Session } = require('node:inspector');
const { join } = require('node:path');
const { pathToFileURL } = require('node:url');

/** Directory to which each worker of jest writes its coverage. Without it, no coverage is collected. */
const COVERAGE_DIRECTORY = process.env.COVERAGE_DIRECTORY ?? '';
const SOURCES = join(__dirname, '../../../src/');

/**
 * Records which blocks of the modules of `src` run in this worker, and writes them when the worker exits. It needs far
 * less time than the coverage of jest: it records whether a block runs, not how often, and all suites of a worker use
 * the same compiled modules. Returns the callback for `cacheCompiledModules`, or undefined without coverage.
 */
function collectCoverage() {
  if (COVERAGE_DIRECTORY === '') return undefined;
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: false, detailed: true });
  /** Compiled modules by the URL that V8 reports. */
  const modules = new Map();
  process.once('exit', () => {
    session.post('Profiler.takePreciseCoverage', (_error, { result }) => {
      const scripts = result.flatMap(({ url, functions }) =>
        modules.has(url) ? [{ ...modules.get(url), functions }] : [],
      );
      mkdirSync(COVERAGE_DIRECTORY, { recursive: true });
      const file = join(COVERAGE_DIRECTORY, `${process.pid}.json`);
      // A worker that is killed while it writes leaves no file that looks complete.
      writeFileSync(`${file}.part`, JSON.stringify(scripts));
      renameSync(`${file}.part`, file);
    });
  });
  return (filename, source, start) => {
    if (!filename.startsWith(SOURCES)) return;
    modules.set(pathToFileURL(filename).href, { url: filename, source, startLength: start.length });
  };
}

module.exports = { collectCoverage };
