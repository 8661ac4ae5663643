// Runs a program of the build in this process, so that it receives the signals that npm forwards. In a clone, first
// builds the project if a source is newer than the build, except for `start`.
const { spawn } = require('node:child_process');
const { randomBytes } = require('node:crypto');
const { once } = require('node:events');
const { existsSync, readdirSync, readFileSync, statSync } = require('node:fs');
const { createServer } = require('node:net');
const { join } = require('node:path');
const { parseEnv } = require('node:util');

const root = join(__dirname, '..');
const SETTINGS_OF_BUILD = [
  ...['package.json', 'ormconfig.ts', '.swcrc'],
  ...['tsconfig.json', 'tsconfig.build.json', 'tsconfig.demo.json'],
];
const NEST = join(root, 'node_modules/@nestjs/cli/bin/nest.js');
const PROGRAMS = {
  start: { file: 'dist/src/main.js', args: [] },
  cli: { file: 'dist/src/cli/main.js', args: [], build: 'nest-cli.json' },
  client: { file: 'dist/src/cli/client/main.js', args: [], build: 'nest-cli.json' },
  quickstart: { file: 'dist/src/cli/main.js', args: ['quickstart'], build: 'nest-cli.json' },
  demo: { file: 'dist/src/main.js', args: ['--demo'], build: 'nest-cli.demo.json' },
};
/** Default settings of the demo: the embedded database, and a random JWT secret that only this process uses. */
const DEMO_DEFAULTS = {
  NODE_ENV: 'development',
  EMBEDDED_DATABASE: '1',
  JWT_SECRET: randomBytes(48).toString('base64'),
};

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'];

/** The program cannot be started. The message is printed without a stack trace. */
class LaunchError extends Error {}

function isOutOfDate(name) {
  const { file } = PROGRAMS[name];
  const built = [file, ...(name === 'demo' ? ['dist/src/demo/demo.module.js'] : [])].map((path) => join(root, path));
  if (!built.every(existsSync)) return true;
  const sources = ['src', 'bench', ...SETTINGS_OF_BUILD, PROGRAMS[name].build];
  const paths = sources.map((path) => join(root, path)).filter(existsSync);
  return statSync(built[0]).mtimeMs < Math.max(...paths.map(latestChange));
}

/**
 * The latest modification time of a file, or of a folder and all in it, without `metadata.ts`, which the build writes.
 * A deleted or renamed file changes the time of its folder.
 */
function latestChange(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  const names = readdirSync(path).filter((name) => name !== 'metadata.ts');
  return Math.max(stat.mtimeMs, ...names.map((name) => latestChange(join(path, name))));
}

/** Runs the build. A signal stops it. Its output goes to standard error, because the program uses standard output. */
async function build(config) {
  const child = spawn(process.execPath, [NEST, 'build', '--config', config], { cwd: root, stdio: ['ignore', 2, 2] });
  const stop = (signal, number) => {
    child.kill(signal);
    process.exit(128 + number);
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  const [code] = await once(child, 'close');
  for (const signal of SIGNALS) process.off(signal, stop);
  if (code !== 0) throw new LaunchError('The build failed.');
}

/** The settings of `.env` and of the environment, which takes precedence. Ignores errors, which the program reports. */
function readSettings() {
  const path = join(process.cwd(), '.env');
  try {
    // On Node 20, `parseEnv` makes a line of spaces or an indented comment part of the name that follows.
    return { ...parseEnv(readFileSync(path, 'utf8').replace(/^ +/gm, '')), ...process.env };
  } catch {
    return { ...process.env };
  }
}

/** Checks the ports before the build, because the build takes long. The program checks them again when it starts. */
async function requireFreePorts(name) {
  // The defaults are in `.env.example`, commented out.
  const example = readFileSync(join(root, '.env.example'), 'utf8').replace(/^# (?=[A-Z_]+=)/gm, '');
  const nonEmptySettings = Object.fromEntries(Object.entries(readSettings()).filter(([, value]) => value !== ''));
  const settings = { ...parseEnv(example), ...nonEmptySettings };
  // The quick start serves metrics only on a configured port. Without PORT, it uses any free port if the default port
  // is in use.
  const isNeeded = (prefix) => name === 'demo' || nonEmptySettings[`${prefix}PORT`] !== undefined;
  const prefixes = ['', 'METRICS_'].filter(isNeeded);
  for (const prefix of prefixes) {
    const [host, port] = [settings[`${prefix}HOST`], settings[`${prefix}PORT`]];
    if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535 || !(await isInUse(host, Number(port)))) continue;
    throw new LaunchError(
      `Port ${port} on ${host} is in use: set ${prefix}PORT to a free port, or stop the program that uses it.`,
    );
  }
}

function isInUse(host, port) {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', ({ code }) => resolve(code === 'EADDRINUSE'));
    probe.listen(port, host, () => probe.close(() => resolve(false)));
  });
}

async function main([name, ...args]) {
  const program = Object.hasOwn(PROGRAMS, name ?? '') ? PROGRAMS[name] : undefined;
  if (program === undefined) throw new LaunchError(`Name a program: ${Object.keys(PROGRAMS).join(', ')}.`);
  const file = join(root, program.file);
  if (program.build !== undefined && existsSync(NEST) && existsSync(join(root, 'src')) && isOutOfDate(name)) {
    if (name !== 'cli' && name !== 'client') await requireFreePorts(name);
    await build(program.build);
  }
  if (!existsSync(file))
    throw new LaunchError('There is no build in dist: run `npm run build`, or copy dist from another machine.');
  if (name === 'demo') {
    const settings = readSettings();
    for (const [key, value] of Object.entries(DEMO_DEFAULTS)) if (!settings[key]) process.env[key] = value;
  }
  process.argv.splice(1, process.argv.length, file, ...program.args, ...args);
  require(file);
}

/** Runs the program that the first argument names, with the other arguments. */
function launch(args) {
  main(args).catch((error) => {
    console.error(error instanceof LaunchError ? error.message : error);
    process.exitCode = 1;
  });
}

module.exports = { launch };
