const { mkdirSync, renameSync, rmSync, writeFileSync } = require('node:fs');
const { Session } = require('node:inspector');
const { join } = require('node:path');
const { pathToFileURL } = require('node:url');

const SOURCES = join(__dirname, '../../../src/');
/** The end of the name of a file that exists while a worker has coverage that is not written yet. */
const UNWRITTEN = '.unwritten';
/**
 * A worker whose heap has more bytes than this writes its coverage after a suite, because jest replaces a worker whose
 * heap is even larger (see `bin/coverage.js`).
 */
const WRITTEN_FROM_HEAP_BYTES = 800_000_000;

/**
 * Records which blocks of the modules of `src` run in this worker. It is much faster than the coverage of jest: it
 * records whether a block runs, not how often, and all suites of a worker share the compiled modules.
 */
class CoverageCollector {
  /** Compiled modules by the URL that V8 reports. */
  modules = new Map();
  session = new Session();
  files = 0;
  /** Whether there may be coverage that is not written yet. */
  isUnwritten = true;

  /** `directory` is where each worker writes its coverage. */
  constructor(directory) {
    this.directory = directory;
    this.session.connect();
    this.session.post('Profiler.enable');
    this.session.post('Profiler.startPreciseCoverage', { callCount: false, detailed: true });
    process.once('exit', () => this.write());
  }

  /** Adds a compiled module: its file, its source, and the text that precedes the source. */
  addModule(filename, source, start) {
    if (!filename.startsWith(SOURCES)) return;
    this.modules.set(pathToFileURL(filename).href, { url: filename, source, startLength: start.length });
  }

  /** Call it before each suite. */
  begin() {
    this.isUnwritten = true;
    mkdirSync(this.directory, { recursive: true });
    writeFileSync(join(this.directory, `${process.pid}${UNWRITTEN}`), '');
  }

  /** Call it after each suite, because jest may end the worker then. */
  end() {
    if (process.memoryUsage().heapUsed > WRITTEN_FROM_HEAP_BYTES) this.write();
  }

  write() {
    if (!this.isUnwritten) return;
    this.isUnwritten = false;
    this.session.post('Profiler.takePreciseCoverage', (_error, { result }) => {
      const scripts = result.flatMap(({ url, functions }) =>
        this.modules.has(url) ? [{ ...this.modules.get(url), functions }] : [],
      );
      this.files += 1;
      const file = join(this.directory, `${process.pid}-${this.files}.json`);
      // A worker that is killed while it writes leaves no file that looks complete.
      writeFileSync(`${file}.part`, JSON.stringify(scripts));
      renameSync(`${file}.part`, file);
      rmSync(join(this.directory, `${process.pid}${UNWRITTEN}`), { force: true });
    });
  }
}

module.exports = { CoverageCollector, UNWRITTEN };
