// All checks, two at a time, each run to its end, then the tests on the embedded PostgreSQL, those of patterns and text
// steps, and the tests on PostgreSQL 15; the last line counts what passed and what failed in all of them.
const { spawn } = require('node:child_process');
const { once } = require('node:events');
const { existsSync, mkdtempSync, readFileSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

const root = join(__dirname, '..');
const bin = (name) => join(root, 'node_modules/.bin', name);

/** Runs a program to its end; whether it ended well, and what it printed. */
async function check(program, args) {
  const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const printed = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => printed.push(part));
  const [code] = await once(child, 'close').catch((error) => [String(error)]);
  return { ok: code === 0, output: Buffer.concat(printed).toString() + (typeof code === 'string' ? code : '') };
}

/** The build that is published holds the service and no demo. */
async function checkBuild() {
  const ok = existsSync(join(root, 'dist/src/main.js')) && !existsSync(join(root, 'dist/src/demo'));
  return { ok, output: '' };
}

/** Lanes of checks: two cores have both, and in a lane each check may need what the one before made. */
const lanes = [
  [
    ['types', () => check(bin('tsc'), ['--noEmit'])],
    ['build', () => check(bin('nest'), ['build'])],
    ['build without demo', checkBuild],
    ['generated files', () => check(process.execPath, [join(root, 'dist/src/cli/main.js'), 'generate', '--check'])],
  ],
  [
    ['lint', () => check(bin('eslint'), ['.', '--max-warnings', '0'])],
    ['format', () => check(bin('prettier'), ['--check', '--log-level', 'warn', '.'])],
  ],
];

/** The names of the checks of a lane that failed. What a check printed is shown when it is over. */
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
 * What jest prints when a worker has not ended half a second after its last suite: a suite may have left a socket, a timer
 * or a thread open. On a busy machine a worker that closed everything can take that long, so this is shown and no failure.
 */
const LEFT_OPEN = /worker process has failed to exit gracefully|did not exit one second after/;

/** One jest run: how many tests passed and failed. A run without a report is one failure. */
async function runTests(program, args) {
  const directory = mkdtempSync(join(tmpdir(), 'intelligence-ci-'));
  const report = join(directory, 'jest.json');
  try {
    const { ok, printed } = await runJest(program, [...args, '--ci', '--json', `--outputFile=${report}`]);
    if (!existsSync(report)) return { passed: 0, failed: 1 };
    const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = JSON.parse(readFileSync(report, 'utf8'));
    const failed = numFailedTests + numRuntimeErrorTestSuites;
    if (LEFT_OPEN.test(printed))
      console.log('A worker was ended by force; `jest --detectOpenHandles <suite>` names what is open.');
    // A failed teardown leaves no failed test behind.
    return { passed: numPassedTests, failed: ok ? failed : Math.max(1, failed) };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Runs jest with its output shown; whether it ended well, and what it printed about the run. */
async function runJest(program, args) {
  const child = spawn(program, args, { cwd: root, stdio: ['inherit', 'inherit', 'pipe'] });
  const printed = [];
  child.stderr.on('data', (part) => {
    printed.push(part);
    process.stderr.write(part);
  });
  const [code] = await once(child, 'close').catch(() => [null]);
  return { ok: code === 0, printed: Buffer.concat(printed).toString() };
}

async function main() {
  const failures = (await Promise.all(lanes.map(runLane))).flat();
  const passed = lanes.flat().length - failures.length;
  const tests = await runTests(bin('jest'), []);
  const onTexts = await runTests(bin('jest'), ['-c', join(root, 'jest.text.config.js')]);
  const onPostgres15 = await runTests(process.execPath, [join(root, 'bin/test-postgres15.js')]);
  if (failures.length > 0) console.log(`Failed checks: ${failures.join(', ')}`);
  const runs = [tests, onTexts, onPostgres15];
  const failed = runs.reduce((sum, run) => sum + run.failed, failures.length);
  console.log(`${runs.reduce((sum, run) => sum + run.passed, passed)} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

void main();
