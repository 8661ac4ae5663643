// Runs a program of the build in this very process, so that a signal to npm reaches it: start, demo, quickstart or cli.
// In a clone all but `start` build before when a source is newer than the build; an installation has no sources.
const { spawn } = require('node:child_process');
const { randomBytes } = require('node:crypto');
const { once } = require('node:events');
const { existsSync, readdirSync, readFileSync, statSync } = require('node:fs');
const { createServer } = require('node:net');
const { join } = require('node:path');
const { parseEnv } = require('node:util');

const root = join(__dirname, '..');
const NEST = join(root, 'node_modules/@nestjs/cli/bin/nest.js');
const PROGRAMS = {
  start: { file: 'dist/src/main.js', args: [] },
  cli: { file: 'dist/src/cli/main.js', args: [], build: 'nest-cli.json' },
  quickstart: { file: 'dist/src/cli/main.js', args: ['quickstart'], build: 'nest-cli.json' },
  demo: { file: 'dist/src/main.js', args: ['--demo'], build: 'nest-cli.demo.json' },
};
/** A demo for a try-out: the embedded database, and a secret that ends with the process. */
const DEMO_DEFAULTS = {
  NODE_ENV: 'development',
  EMBEDDED_DATABASE: '1',
  JWT_SECRET: randomBytes(48).toString('base64'),
};

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'];

/** Why nothing is run, in one line. */
class Refusal extends Error {}

function isOutOfDate(name) {
  const { file } = PROGRAMS[name];
  const built = [file, ...(name === 'demo' ? ['dist/src/demo/demo.module.js'] : [])].map((path) => join(root, path));
  if (!built.every(existsSync)) return true;
  const sources = ['src', 'bench', 'ormconfig.ts', 'package.json'].map((path) => join(root, path)).filter(existsSync);
  return statSync(built[0]).mtimeMs < Math.max(...sources.map(newest));
}

/** The build itself writes `metadata.ts`. */
function newest(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(0, ...readdirSync(path).map((name) => (name === 'metadata.ts' ? 0 : newest(join(path, name)))));
}

/** A signal ends the build, too. What it prints goes to standard error: standard output is the program's. */
async function build(config) {
  const builder = spawn(process.execPath, [NEST, 'build', '--config', config], { cwd: root, stdio: ['ignore', 2, 2] });
  const end = (signal, number) => {
    builder.kill(signal);
    process.exit(128 + number);
  };
  for (const signal of SIGNALS) process.on(signal, end);
  const [code] = await once(builder, 'close');
  for (const signal of SIGNALS) process.off(signal, end);
  if (code !== 0) throw new Refusal('The build failed.');
}

/** What is set, the file `.env` below the environment; the program itself says what is wrong with the file. */
function readSettings() {
  const path = join(process.cwd(), '.env');
  try {
    return { ...parseEnv(readFileSync(path, 'utf8')), ...process.env };
  } catch {
    return { ...process.env };
  }
}

/** Checks the ports before the build, which takes long. The program checks them again. Defaults: `.env.example`. */
async function requireFreePorts(name) {
  const example = readFileSync(join(root, '.env.example'), 'utf8').replace(/^# (?=[A-Z_]+=)/gm, '');
  const given = Object.fromEntries(Object.entries(readSettings()).filter(([, value]) => value !== ''));
  const settings = { ...parseEnv(example), ...given };
  // The quick start takes another port than the default one, and serves no metrics.
  const prefixes = name === 'demo' ? ['', 'METRICS_'] : given.PORT === undefined ? [] : [''];
  for (const prefix of prefixes) {
    const [host, port] = [settings[`${prefix}HOST`], settings[`${prefix}PORT`]];
    if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535 || !(await isTaken(host, Number(port)))) continue;
    throw new Refusal(
      `Port ${port} on ${host} is in use: set ${prefix}PORT to a free port, or stop the program that uses it.`,
    );
  }
}

function isTaken(host, port) {
  return new Promise((settle) => {
    const probe = createServer();
    probe.once('error', ({ code }) => settle(code === 'EADDRINUSE'));
    probe.listen(port, host, () => probe.close(() => settle(false)));
  });
}

async function main([name, ...args]) {
  const program = PROGRAMS[name];
  const file = join(root, program.file);
  if (program.build !== undefined && existsSync(NEST) && existsSync(join(root, 'src')) && isOutOfDate(name)) {
    if (name !== 'cli') await requireFreePorts(name);
    await build(program.build);
  }
  if (!existsSync(file))
    throw new Refusal('There is no build in dist: run npm run build, or copy dist from where it was.');
  if (name === 'demo') {
    const settings = readSettings();
    for (const [key, value] of Object.entries(DEMO_DEFAULTS)) if (!settings[key]) process.env[key] = value;
  }
  process.argv.splice(1, process.argv.length, file, ...program.args, ...args);
  require(file);
}

main(process.argv.slice(2)).catch((error) => {
  console.error(error instanceof Refusal ? error.message : error);
  process.exitCode = 1;
});
