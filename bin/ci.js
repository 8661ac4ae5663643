// Runs all checks, two at a time; a failed check does not stop the others. Then runs the tests on the embedded
// PostgreSQL, with a floor for their coverage, and tests on PostgreSQL 15. The tests of patterns and text functions
// run beside them. Last, runs the tests of a distributed database, where a Citus cluster can be started. Ends what
// still runs after `MAX_SECONDS`. The last line states how many checks and tests passed and failed.
const { spawn } = require('node:child_process');
const { randomInt } = require('node:crypto');
const { once } = require('node:events');
const { existsSync, mkdtempSync, readFileSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

const root = join(__dirname, '..');
// A repeated suite uses the same random values, so that a failing property test fails again.
process.env.FC_SEED ||= String(randomInt(2 ** 31));
const bin = (name) => join(root, 'node_modules/.bin', name);
/** Environment of the checks. Redocly makes no network requests: no check for updates, no usage reports. */
const ENV = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
const API_DESCRIPTION = 'test/contract/openapi.json';

/**
 * Time after which CI ends the programs that still run, in seconds. A run takes up to 1,600 s, but a machine with a
 * slower processor needs twice as long. The limit is below that of the CI machine, so that a test that never
 * ends is reported in the last line.
 */
const MAX_SECONDS = secondsOf('CI_MAX_SECONDS', 4_800);
/** Seconds that `.ci/run` spent on `npm ci` before this program. The limit of the CI machine includes them. */
const ELAPSED_SECONDS = secondsOf('CI_ELAPSED_SECONDS', 0);
const remainingMs = () => (MAX_SECONDS - ELAPSED_SECONDS) * 1_000 - performance.now();

/** Reads seconds from the environment. Node.js would run the callback of a timer over 2 ** 31 milliseconds at once. */
function secondsOf(name, ifMissing) {
  const seconds = Number(process.env[name] || ifMissing);
  if (seconds >= 0 && seconds <= 2_000_000) return seconds;
  console.error(`${name} must be a number from 0 to 2000000: ${process.env[name]}`);
  return process.exit(1);
}

/** Programs that run. Each leads a process group, so that its child processes can be ended with it. */
const running = new Set();

/** Starts a program. Sends SIGKILL to its process group when it exceeds the time limit of the run. */
function start(program, args, options) {
  const child = spawn(program, args, { cwd: root, detached: true, ...options });
  running.add(child);
  const timer = setTimeout(
    () => {
      console.log(`Ended after ${MAX_SECONDS} s, the time limit: ${[program, ...args].join(' ')}`);
      endGroup(child, 'SIGKILL');
    },
    Math.max(1, remainingMs()),
  );
  child.once('close', () => {
    clearTimeout(timer);
    running.delete(child);
  });
  return child;
}

function endGroup({ pid }, signal) {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

// A terminal sends signals only to the process group of this program.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => {
    for (const child of running) endGroup(child, signal);
    process.exit(1);
  });
}

/** Runs a program. Returns whether it succeeded, and its output. */
async function check(program, args) {
  const child = start(program, args, { env: ENV, stdio: ['ignore', 'pipe', 'pipe'] });
  const printed = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => printed.push(part));
  const [code] = await once(child, 'close').catch((error) => [String(error)]);
  return { ok: code === 0, output: Buffer.concat(printed).toString() + (typeof code === 'string' ? code : '') };
}

/** Checks that the build contains the service but not the demo. */
async function checkBuild() {
  const ok = existsSync(join(root, 'dist/src/main.js')) && !existsSync(join(root, 'dist/src/demo'));
  return { ok, output: '' };
}

/** Checks in two lanes, which run in parallel. A check may need the result of the previous check in its lane. */
const lanes = [
  [
    ['types', () => check(bin('tsc'), ['--noEmit'])],
    ['build', () => check(bin('nest'), ['build'])],
    ['build without demo', checkBuild],
    ['generated files', () => check(process.execPath, [join(root, 'dist/src/cli/main.js'), 'generate', '--check'])],
    ['client, generated', () => check(process.execPath, [join(root, 'clients/typescript/generate.mjs'), '--check'])],
    ['client, build', () => check(process.execPath, [join(root, 'clients/typescript/build.mjs')])],
    ['client, package', () => check(process.execPath, [join(root, 'clients/typescript/check-package.mjs')])],
    ['format', () => check(bin('prettier'), ['--check', '--log-level', 'warn', '.'])],
  ],
  [
    ['lint', () => check(bin('eslint'), ['.', '--max-warnings', '0'])],
    ['client, types', () => check(bin('tsc'), ['-p', 'clients/typescript'])],
    ['examples, types', () => check(bin('tsc'), ['-p', 'examples', '--noEmit'])],
    ['API description, Redocly', () => check(bin('redocly'), ['lint', API_DESCRIPTION])],
    ['API description, Spectral', () => check(bin('spectral'), ['lint', '--fail-severity=hint', API_DESCRIPTION])],
  ],
];

/** Runs the checks of a lane and returns the names of the failed checks. Prints the output of a check when it ends. */
async function runLane(checks) {
  const failures = [];
  for (const [name, run] of checks) {
    const startedAt = Date.now();
    const { ok, output } = await run();
    process.stdout.write(output);
    console.log(`${ok ? 'ok' : 'FAILED'}: ${name} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`);
    if (!ok) failures.push(name);
  }
  return failures;
}

/**
 * Output of jest about a worker that it had to end, or about itself: a process did not exit after its last suite, for
 * example because a suite left a socket, a timer or a thread open. CI prints it but does not fail, because a busy
 * machine can also cause it.
 */
const DID_NOT_EXIT = /worker process has failed to exit gracefully|did not exit one second after/;

/** If more suites fail, CI repeats none, because the load of the machine does not cause so many failures. */
const REPEATED_MAX = 5;

/**
 * Runs jest. Returns the numbers of passed and failed tests. With `CI=true`, repeats each failed suite once, with the
 * program and the arguments in `options.repeat` if there are any. Repeats the whole suite, because a single test may
 * find data of its first attempt, such as an account.
 */
async function runTests(program, args, options = {}) {
  const first = await runOnce(program, args, options);
  const suites = first.failedSuites;
  if (process.env.CI !== 'true' || suites.length === 0 || suites.length > REPEATED_MAX) return first;
  console.log(`Repeating the suites that failed: ${suites.join(', ')}`);
  const [repeatProgram, repeatArgs] = options.repeat ?? [program, args];
  const second = await runOnce(repeatProgram, [...repeatArgs, '--runTestsByPath', ...suites], options);
  if (second.isTimedOut || remainingMs() <= 0) return first;
  const failed = second.failed + (first.isCoverageLow ? 1 : 0);
  return { ...second, passed: first.passed + first.failed - second.failed, failed };
}

/**
 * Runs jest once. Returns the numbers of passed and failed tests, the paths of failed suites, whether the coverage is
 * below its floor, and whether a run with a time limit reached it. A run without a report counts as one failure.
 */
async function runOnce(program, args, options) {
  const directory = mkdtempSync(join(tmpdir(), 'intelligence-ci-'));
  const report = join(directory, 'jest.json');
  const startedAt = Date.now();
  try {
    const { code, printed } = await runJest(program, [...args, '--ci', '--json', `--outputFile=${report}`], options);
    const { timeout } = options;
    const isTimedOut = timeout !== undefined && (Date.now() - startedAt >= timeout || remainingMs() <= 0);
    if (!existsSync(report)) return { passed: 0, failed: 1, failedSuites: [], isTimedOut };
    const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, testResults } = JSON.parse(
      readFileSync(report, 'utf8'),
    );
    const failed = numFailedTests + numRuntimeErrorTestSuites;
    if (DID_NOT_EXIT.test(printed))
      console.log('A process of jest did not exit by itself. `jest --detectOpenHandles <suite>` lists open handles.');
    const failedSuites = testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);
    // `bin/coverage.js` adds 2 to its exit code if the coverage is below its floor.
    const isCoverageLow = code === 2 || code === 3;
    return {
      passed: numPassedTests,
      // If only the global teardown fails, or the coverage is too low, the run fails without a failed test.
      failed: code === 0 ? failed : Math.max(1, failed),
      failedSuites,
      isCoverageLow,
      isTimedOut,
    };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Time limit of the tests of a distributed database. If they exceed it, their result is not counted. */
const DISTRIBUTED_MAX_MS = 400_000;

/** Runs the tests of a distributed database. They skip themselves where no Citus cluster can be started. */
async function runDistributedTests() {
  const config = join(root, 'jest.distributed.config.js');
  const env = { ...process.env, DISTRIBUTED_STEP: '8', DISTRIBUTED_WRITES: '5' };
  const result = await runTests(bin('jest'), ['-c', config], { timeout: DISTRIBUTED_MAX_MS, env });
  if (!result.isTimedOut) return result;
  console.log('The tests of a distributed database took too long on this machine and were ended.');
  return { passed: 0, failed: 0 };
}

/** Runs jest and shows its output. Returns its exit code, or null if it has none, and its standard error. */
async function runJest(program, args, options) {
  const child = start(program, args, { stdio: ['ignore', 'inherit', 'pipe'], ...options });
  const printed = [];
  child.stderr.on('data', (part) => {
    printed.push(part);
    process.stderr.write(part);
  });
  const [code] = await once(child, 'close').catch(() => [null]);
  return { code, printed: Buffer.concat(printed).toString() };
}

/** Returns the result of a run that has already started. Prints how long the run takes from this call on. */
async function timed(name, run) {
  const startedAt = Date.now();
  const result = await run;
  console.log(`${name}: ${((Date.now() - startedAt) / 1000).toFixed(0)} s`);
  return result;
}

async function main() {
  const failures = (await Promise.all(lanes.map(runLane))).flat();
  const passed = lanes.flat().length - failures.length;
  // These tests count steps and measure no time. They run beside the others, at the lowest priority.
  const textRun = runTests('nice', ['-n', '19', bin('jest'), '-c', join(root, 'jest.text.config.js')]);
  textRun.catch(() => undefined);
  const coverageArgs = [join(root, 'bin/coverage.js'), '--whole'];
  // A repetition with coverage would replace the pages of the whole run.
  const tests = await timed('tests', runTests(process.execPath, coverageArgs, { repeat: [bin('jest'), []] }));
  const postgres15Run = runTests(process.execPath, [join(root, 'bin/test-postgres15.js')]);
  const postgres15Tests = await timed('tests on PostgreSQL 15', postgres15Run);
  const textTests = await timed('tests of patterns and text functions, after the others', textRun);
  const distributedTests = await timed('tests of a distributed database', runDistributedTests());
  if (failures.length > 0) console.log(`Failed checks: ${failures.join(', ')}`);
  const runs = [tests, textTests, postgres15Tests, distributedTests];
  const failed = runs.reduce((sum, run) => sum + run.failed, failures.length);
  console.log(`${runs.reduce((sum, run) => sum + run.passed, passed)} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

void main();
