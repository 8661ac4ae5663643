/** The service as an operator installs it, in a directory of its own. */
import { chmodSync, copyFileSync, cpSync, existsSync, linkSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from './build';
import { type ProgramEnd, ProgramRun } from './program-run';

const ROOT = resolve(__dirname, '../..');
/** A secret that the configuration takes. */
export const STRONG_SECRET = 'Qk3rT9vXw2LmZp8sNc5yHb7dJf4gUa6e';

/** The entries of the lock file that matter here. */
interface LockFile {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean }>>;
}

/**
 * What `npm ci --omit=dev` makes of a directory that holds `dist`, `bin`, `package.json` and the lock file; no sources.
 * Gives the directory, which every user may enter; remove it.
 */
export async function install(config: 'nest-cli.json' | 'nest-cli.demo.json' = 'nest-cli.json'): Promise<string> {
  const directory = scratchDirectory();
  await build(config, join(directory, 'dist'));
  copyInto(directory, 'bin', 'package.json', 'package-lock.json');
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as LockFile;
  const production = Object.keys(packages).filter((path) => path !== '' && packages[path]?.dev !== true);
  for (const path of production) if (existsSync(join(ROOT, path))) linkTree(join(ROOT, path), join(directory, path));
  return directory;
}

/** A clone after `npm ci`: sources and every package, no build. Gives the directory; remove it. */
export function clone(): string {
  const directory = scratchDirectory();
  const builders = readdirSync(ROOT).filter((name) => /^(nest-cli|tsconfig|\.swcrc|\.env\.example)/.test(name));
  copyInto(directory, 'bin', 'bench', 'src', 'samples', 'ormconfig.ts', 'package.json', ...builders);
  symlinkSync(join(ROOT, 'node_modules'), join(directory, 'node_modules'));
  return directory;
}

/** Runs a program of an installation's build to its end: the server, or with arguments a command. */
export function runBuilt(directory: string, args: readonly string[], env: Record<string, string>): Promise<ProgramEnd> {
  const program = args.length === 0 ? 'dist/src/main.js' : 'dist/src/cli/main.js';
  const ports = { PORT: '0', METRICS_PORT: '0', JWT_SECRET: STRONG_SECRET };
  return ProgramRun.run('node', [program, ...args], { cwd: directory, env: { ...ports, ...env } });
}

/** Adds files of the project to an installation or a clone. */
export function copyInto(directory: string, ...names: string[]): void {
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

/** Packages within packages are entries of the lock file themselves. */
function linkTree(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory() && entry.name !== 'node_modules') linkTree(source, target);
    else if (entry.isSymbolicLink()) cpSync(source, target, { verbatimSymlinks: true });
    else if (entry.isFile()) linkFile(source, target);
  }
}

/** The files are only read; on another file system they are copied. */
function linkFile(source: string, target: string): void {
  try {
    linkSync(source, target);
  } catch {
    copyFileSync(source, target);
  }
}
