// Runs the suites of jest.postgres15.config.js on a temporary PostgreSQL 15 server. Passes its arguments to jest.
// Installs a missing PostgreSQL 15 if this process is root on Debian and POSTGRES15_BIN is not set; otherwise prints
// how to install it.
const { spawnSync } = require('node:child_process');
const { existsSync } = require('node:fs');
const { join } = require('node:path');

const root = join(__dirname, '..');
const programs = process.env.POSTGRES15_BIN || '/usr/lib/postgresql/15/bin';
const postgres = join(programs, 'postgres');

/** Runs a program with the standard streams of this process. Returns whether it succeeded. */
function run(program, args, env = {}) {
  const { status } = spawnSync(program, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  return status === 0;
}

/** Installs the package of Debian if this process is root. Returns whether PostgreSQL 15 is installed afterwards. */
function install() {
  if (process.env.POSTGRES15_BIN || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  const quiet = { DEBIAN_FRONTEND: 'noninteractive' };
  const installed =
    run('apt-get', ['-q', 'update'], quiet) &&
    run('apt-get', ['-q', 'install', '-y', '--no-install-recommends', 'postgresql-15'], quiet);
  return installed && existsSync(postgres);
}

if (!existsSync(postgres) && !install()) {
  console.error(`PostgreSQL 15 is not installed: ${postgres} does not exist.
On Debian 12, run: apt-get install postgresql-15. On other systems, set POSTGRES15_BIN to the directory with initdb.`);
  process.exit(1);
}
const version = spawnSync(postgres, ['--version'], { encoding: 'utf8' }).stdout?.trim() ?? '';
if (!/\(PostgreSQL\) 15\./.test(version)) {
  console.error(`${postgres} is not PostgreSQL 15: ${version}`);
  process.exit(1);
}
console.log(version);
const jest = [join(root, 'node_modules/.bin/jest'), '--config', join(root, 'jest.postgres15.config.js')];
const server = { TEST_POSTGRES_BIN: programs, TEST_DATABASE_URL: '' };
const passed = run(process.execPath, [...jest, ...process.argv.slice(2)], server);
process.exit(passed ? 0 : 1);
