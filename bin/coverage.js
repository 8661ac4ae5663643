// Runs jest with the arguments of this program. Then prints the shares of the lines and branches of src that the
// suites cover, and writes a page for each file to `coverage`. A run without arguments, or with `--whole` as the first
// argument, counts as a run of all suites. Its shares have floors, unless the coverage of a worker is lost. The exit
// code is the sum of 1 if a suite fails, and 2 if a share is below its floor.
const { mergeProcessCovs } = require('@bcoe/v8-coverage');
const { createCoverageMap } = require('istanbul-lib-coverage');
const { createContext } = require('istanbul-lib-report');
const reports = require('istanbul-reports');
const v8ToIstanbul = require('v8-to-istanbul');
const { spawnSync } = require('node:child_process');
const { mkdtempSync, readdirSync, readFileSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { UNWRITTEN } = require('../test/support/runner/coverage-collector');

const root = join(__dirname, '..');

/** Lowest percentages of the lines and branches of src that a whole run may cover. */
const FLOOR = { lines: 96, branches: 90 };

/**
 * Files that are not counted. Migrations run before the suites. The programs run in processes of their own, where no
 * coverage is collected.
 */
const EXCLUDED = [/\.spec\.ts$/, /\/metadata\.ts$/, /\/database\/migrations\//, /\/src\/(cli\/)?main\.ts$/];

/**
 * Prints the coverage in a directory, writes the pages, and removes the directory. Returns false if the coverage is
 * below the floor although no worker lost its coverage. Files that no suite loads count as not covered.
 */
async function reportCoverage(directory) {
  try {
    const names = readdirSync(directory);
    const written = names.filter((name) => name.endsWith('.json'));
    const workers = written.map((name) => JSON.parse(readFileSync(join(directory, name), 'utf8')));
    const modules = new Map(workers.flat().map((script) => [script.url, script]));
    const { result: scripts } = mergeProcessCovs(workers.map((result) => ({ result })));
    const coverage = createCoverageMap();
    for (const { url, functions } of scripts) {
      const { source, startLength } = modules.get(url);
      coverage.merge(await toIstanbul(url, startLength, source, functions));
    }
    for (const path of listSources()) if (!modules.has(path)) coverage.merge(await withoutCoverage(path));
    coverage.filter((path) => !EXCLUDED.some((pattern) => pattern.test(path)));
    reports.create('html').execute(createContext({ dir: join(root, 'coverage'), coverageMap: coverage }));
    const { lines, branches } = coverage.getCoverageSummary();
    console.log(
      `Coverage of src: ${lines.pct} % of lines (floor of all suites: ${FLOOR.lines}), ` +
        `${branches.pct} % of branches (floor: ${FLOOR.branches})`,
    );
    if (lines.pct >= FLOOR.lines && branches.pct >= FLOOR.branches) return true;
    // Jest ends a worker by force if the machine is too busy, or if a suite leaves a handle open.
    const lost = names.filter((name) => name.endsWith(UNWRITTEN)).length;
    if (lost > 0) console.log(`Workers that were ended before they wrote their coverage: ${lost}`);
    return lost > 0;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function listSources() {
  const names = readdirSync(join(root, 'src'), { recursive: true }).filter((name) => name.endsWith('.ts'));
  return names.map((name) => join(root, 'src', name));
}

/** Converts the coverage of a compiled module. In the script that V8 runs, `startLength` characters precede it. */
async function toIstanbul(path, startLength, source, functions) {
  const converter = v8ToIstanbul(path, startLength, { source });
  await converter.load();
  converter.applyCoverage(functions);
  return converter.toIstanbul();
}

function withoutCoverage(path) {
  const source = readFileSync(path, 'utf8');
  const ranges = [{ startOffset: 0, endOffset: source.length, count: 0 }];
  return toIstanbul(path, 0, source, [{ functionName: '', ranges, isBlockCoverage: true }]);
}

const directory = mkdtempSync(join(tmpdir(), 'intelligence-coverage-'));
const [first, ...others] = process.argv.slice(2);
const isWholeRun = first === undefined || first === '--whole';
const options = isWholeRun ? others : [first, ...others];
const args = [
  // A worker writes its coverage while it exits, which can take longer than the 500 ms that jest waits by default.
  '--workerGracefulExitTimeout=20000',
  // Jest replaces a worker whose heap exceeds this limit. It is above `WRITTEN_FROM_HEAP_BYTES` in
  // `coverage-collector.js`, so that the worker has written its coverage before.
  '--workerIdleMemoryLimit=1GB',
];
const { status } = spawnSync(join(root, 'node_modules/.bin/jest'), [...args, ...options], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, COVERAGE_DIRECTORY: directory },
});
void reportCoverage(directory).then((isEnough) => {
  if (isWholeRun && !isEnough) console.log('The coverage is below its floor.');
  process.exitCode = (status === 0 ? 0 : 1) + (isWholeRun && !isEnough ? 2 : 0);
});
