// All checks, each run to its end, then one jest run; the last line counts what passed and what failed.
const { spawnSync } = require('node:child_process');
const { existsSync, mkdtempSync, readFileSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

const root = join(__dirname, '..');
const bin = (name) => join(root, 'node_modules/.bin', name);

/** Runs a program to its end, its output shown; true when it ended well. */
function run(program, args) {
  const { status, error } = spawnSync(program, args, { cwd: root, stdio: 'inherit' });
  if (error) console.error(String(error));
  return status === 0;
}

const checks = [
  ['types', () => run(bin('tsc'), ['--noEmit'])],
  ['lint', () => run(bin('eslint'), ['.', '--max-warnings', '0'])],
  ['format', () => run(bin('prettier'), ['--check', '--log-level', 'warn', '.'])],
  ['build', () => run(bin('nest'), ['build'])],
  ['build without demo', () => existsSync(join(root, 'dist/src/main.js')) && !existsSync(join(root, 'dist/src/demo'))],
  ['generated files', () => run(process.execPath, [join(root, 'dist/src/cli/main.js'), 'generate', '--check'])],
];

/** One jest run; what it says of itself, or one failure when it says nothing. */
function runTests() {
  const directory = mkdtempSync(join(tmpdir(), 'intelligence-ci-'));
  const report = join(directory, 'jest.json');
  try {
    const ended = run(bin('jest'), ['--ci', '--json', `--outputFile=${report}`]);
    if (!existsSync(report)) return { passed: 0, failed: 1 };
    const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = JSON.parse(readFileSync(report, 'utf8'));
    const failed = numFailedTests + numRuntimeErrorTestSuites;
    // A failed teardown or an open handle leaves no failed test behind.
    return { passed: numPassedTests, failed: ended ? failed : Math.max(1, failed) };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

let passed = 0;
const failures = [];
for (const [name, check] of checks) {
  const startedAt = Date.now();
  const ok = check();
  console.log(`${ok ? 'ok' : 'FAILED'}: ${name} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`);
  if (ok) passed += 1;
  else failures.push(name);
}

const tests = runTests();
if (failures.length > 0) console.log(`Failed checks: ${failures.join(', ')}`);
const failed = failures.length + tests.failed;
console.log(`${passed + tests.passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
