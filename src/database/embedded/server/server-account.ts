import { type SpawnOptions, spawnSync } from 'node:child_process';
import { accessSync, chmodSync, chownSync, constants, lstatSync, realpathSync, statSync, type Stats } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { OperatorError } from '../../../common/problems/operator-error';
import { errorCode } from '../../../common/problems/error-code';

/** The operating-system account that runs the server. PostgreSQL refuses to run as root. */
export interface ServerAccount {
  uid: number;
  gid: number;
  /** Whether this process runs as root, and therefore starts programs with this other account. */
  differsFromProcess: boolean;
}

/** Accounts for the server of a root process, in order of preference. Common systems have at least one of them. */
const UNPRIVILEGED = ['postgres', '_postgres', 'nobody'];

/**
 * Chooses the account for a cluster. A process that is not root uses its own account. A root process uses the owner of
 * an existing cluster if that is not root, or else the first unprivileged account that exists. Throws an
 * `OperatorError` if no account is suitable.
 *
 * @param cluster PGDATA; need not exist yet
 */
export function chooseServerAccount(cluster: string): ServerAccount {
  const uid = process.getuid?.();
  const gid = process.getgid?.();
  if (uid === undefined || gid === undefined) {
    throw new OperatorError('The embedded PostgreSQL runs on Linux and macOS only: set DATABASE_URL.');
  }
  const owner = findOwner(cluster);
  if (uid !== 0) {
    if (owner !== undefined && owner.uid !== uid) {
      throw new OperatorError(
        `${cluster} belongs to user ${owner.uid}, this process runs as ${uid}: run it as that user or as root, ` +
          'or choose another data directory.',
      );
    }
    return { uid, gid, differsFromProcess: false };
  }
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid, differsFromProcess: true };
  return findUnprivilegedAccount();
}

/**
 * Options of `spawn` for a PostgreSQL program. The program has its own process group, so that Ctrl-C in the terminal
 * does not end it. Of the variables of this process, it receives only PATH: a PG* variable would change its behaviour,
 * and secrets must not reach it.
 */
export function programOptions(account: ServerAccount): SpawnOptions {
  const env = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
  return { ...spawnIdentity(account), cwd: '/', env, detached: true };
}

/** Options of `spawn` that run a child process as the account. */
export function spawnIdentity(account: ServerAccount): { uid?: number; gid?: number } {
  return account.differsFromProcess ? { uid: account.uid, gid: account.gid } : {};
}

/** Makes the account the owner of a directory, which no other account can then enter. */
export function giveTo(account: ServerAccount, directory: string): void {
  chmodSync(directory, 0o700);
  if (account.differsFromProcess) chownSync(directory, account.uid, account.gid);
}

/** The outermost directory above `path` that the account cannot enter, or null. Missing directories are ignored. */
export function findBlockingDirectory(path: string, account: ServerAccount): string | null {
  const directories = [...listAncestors(resolve(path)), ...listAncestors(realPath(dirname(resolve(path))), true)];
  return directories.find((directory) => !mayAccess(directory, account, constants.X_OK)) ?? null;
}

/**
 * Whether the account can access the path with the given mode (R_OK, W_OK, X_OK). True when the path does not exist.
 */
export function mayAccess(path: string, account: ServerAccount, mode: number): boolean {
  try {
    if (account.differsFromProcess) return isAllowedByMode(statSync(path), account, mode);
    accessSync(path, mode);
    return true;
  } catch (error) {
    return errorCode(error) === 'ENOENT';
  }
}

/** Checks the mode bits. Ignores supplementary groups, because a child process that switches its user has none. */
function isAllowedByMode(stats: Stats, account: ServerAccount, mode: number): boolean {
  const shift = stats.uid === account.uid ? 6 : stats.gid === account.gid ? 3 : 0;
  return ((stats.mode >> shift) & mode) === mode;
}

function listAncestors(path: string, includesPath = false): string[] {
  const above = dirname(path);
  const list = above === path ? [] : listAncestors(above, true);
  return includesPath ? [...list, path] : list;
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if (!['ENOENT', 'EACCES'].includes(errorCode(error))) throw error;
    return path;
  }
}

function findOwner(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if (errorCode(error) === 'EACCES') {
      throw new OperatorError(`This process has no access to ${dirname(path)}: choose another data directory.`);
    }
    throw error;
  }
}

function findUnprivilegedAccount(): ServerAccount {
  for (const name of UNPRIVILEGED) {
    const uid = lookUpId('-u', name);
    const gid = lookUpId('-g', name);
    if (uid !== null && gid !== null && uid !== 0) return { uid, gid, differsFromProcess: true };
  }
  throw new OperatorError(
    `PostgreSQL does not run as root, and none of the accounts ${UNPRIVILEGED.join(', ')} exists: set DATABASE_URL.`,
  );
}

function lookUpId(option: '-u' | '-g', name: string): number | null {
  const result = spawnSync('id', [option, name], { encoding: 'utf8' });
  return result.status === 0 && /^\d+\s*$/.test(result.stdout) ? Number(result.stdout) : null;
}
