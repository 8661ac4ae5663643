// The suites of jest.postgres15.config.js on a throw-away PostgreSQL 15. Arguments are those of jest. As root on Debian
// the server is installed where it is missing; elsewhere this says how.
const { spawnSync } = require('node:child_process');
const { existsSync } = require('node:fs');
const { join } = require('node:path');

const root = join(__dirname, '..');
const programs = process.env.POSTGRES15_BIN || '/usr/lib/postgresql/15/bin';
const postgres = join(programs, 'postgres');

/** Runs a program to its end with our terminal; whether it ended well. */
function run(program, args, env = {}) {
  const { status } = spawnSync(program, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  return status === 0;
}

/** Whether Debian's package is there in the end. */
function install() {
  if (process.env.POSTGRES15_BIN || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  const quiet = { DEBIAN_FRONTEND: 'noninteractive' };
  const installed =
    run('apt-get', ['-q', 'update'], quiet) &&
    run('apt-get', ['-q', 'install', '-y', '--no-install-recommends', 'postgresql-15'], quiet);
  return installed && existsSync(postgres);
}

if (!existsSync(postgres) && !install()) {
  console.error(`No PostgreSQL 15: ${postgres} does not exist.
On Debian 12: apt-get install postgresql-15. Elsewhere: POSTGRES15_BIN=<directory of its initdb and postgres>.`);
  process.exit(1);
}
const version = spawnSync(postgres, ['--version'], { encoding: 'utf8' }).stdout?.trim() ?? '';
if (!/\(PostgreSQL\) 15\./.test(version)) {
  console.error(`${postgres} is not of PostgreSQL 15: ${version}`);
  process.exit(1);
}
console.log(version);
const jest = [join(root, 'node_modules/.bin/jest'), '--config', join(root, 'jest.postgres15.config.js')];
const server = { TEST_POSTGRES_BIN: programs, TEST_DATABASE_URL: '' };
const passed = run(process.execPath, [...jest, ...process.argv.slice(2)], server);
process.exit(passed ? 0 : 1);
