import { chmodSync, existsSync, mkdtempSync, realpathSync, rmdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { OperatorError } from '../../../common/problems/operator-error';
import { errorCode } from '../../../common/problems/error-code';
import { makeDirectories } from '../../../common/make-directories';
import { createExclusively, readIfPresent } from './cluster-files';
import { chooseServerAccount, findBlockingDirectory, type ServerAccount } from '../server/server-account';

export interface ClusterHome {
  /** Directory of the cluster, credentials, lock, leases and log. Owned by this process's user. */
  directory: string;
  /** PGDATA. Owned by the server's account. */
  cluster: string;
  account: ServerAccount;
}

/**
 * If the server's account cannot reach a data directory, the file of this name in it contains the path of the directory
 * that is used instead.
 */
const RELOCATION_FILE = 'relocated-to';
const SYSTEM_STATE = '/var/lib/intelligence-read-model';

/**
 * Prepares a data directory for a cluster. If this process is root, lets the server's account enter the data directory.
 * If that account cannot enter a directory above it, and the data directory contains no cluster yet, the cluster gets a
 * new directory below `SYSTEM_STATE`. `RELOCATION_FILE` then contains its path.
 *
 * Throws an `OperatorError` if
 * - the cluster cannot get such a directory,
 * - the account cannot enter a directory on the path of a cluster that exists or was relocated,
 * - this process is not root and cannot enter a directory on the path of the cluster,
 * - the directory that `RELOCATION_FILE` names does not exist,
 * - `chooseServerAccount` finds no account for the cluster.
 */
export function openClusterHome(dataDirectory: string): ClusterHome {
  makeDataDirectory(dataDirectory);
  // Resolves links, because the path is compared with the command line of a running server.
  const requested = realpathSync(dataDirectory);
  const pointerFile = join(requested, RELOCATION_FILE);
  const pointer = readIfPresent(pointerFile);
  if (pointer !== null && isMissing(pointer)) {
    throw new OperatorError(
      `The database is in ${pointer}, as ${pointerFile} says, but this directory does not exist: restore it, or ` +
        'remove the file to begin with an empty database.',
    );
  }
  const home = homeIn(pointer ?? requested);
  const blocking = findBlockingDirectory(home.cluster, home.account);
  if (blocking === null) return home;
  if (pointer !== null || !home.account.differsFromProcess || existsSync(home.cluster))
    throw toBlockedError(home, blocking);
  return relocateCluster(requested, home, blocking);
}

/**
 * Creates the missing directories of the path of the data directory. If this process is root, the server's account may
 * enter the new ones. Existing directories stay as they are.
 */
export function makeDataDirectory(dataDirectory: string): void {
  makeDirectories(resolve(dataDirectory), directoryMode());
}

/**
 * Whether the directory does not exist. `existsSync` also returns false if this process may not reach the directory.
 */
function isMissing(directory: string): boolean {
  try {
    statSync(directory);
    return false;
  } catch (error) {
    return ['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '');
  }
}

function homeIn(directory: string): ClusterHome {
  const cluster = join(directory, 'cluster');
  const account = chooseServerAccount(cluster);
  // Without this, the server's account cannot enter a directory that `makeRelocated` created, or that was created under
  // a strict umask.
  if (account.differsFromProcess && existsSync(directory)) chmodSync(directory, statSync(directory).mode | 0o011);
  return { directory, cluster, account };
}

function relocateCluster(requested: string, home: ClusterHome, blocking: string): ClusterHome {
  try {
    makeDirectories(SYSTEM_STATE, directoryMode());
    makeRelocated(join(requested, RELOCATION_FILE));
  } catch (error) {
    if (['EACCES', 'EPERM', 'EROFS', 'ENOSPC'].includes(errorCode(error))) throw toBlockedError(home, blocking);
    throw error;
  }
  const relocated = homeIn(readIfPresent(join(requested, RELOCATION_FILE)) ?? requested);
  const stillBlocking = findBlockingDirectory(relocated.cluster, relocated.account);
  if (stillBlocking !== null) throw toBlockedError(relocated, stillBlocking);
  return relocated;
}

/** Makes a directory for the cluster and a file with its path. Removes the directory if the file cannot be made. */
function makeRelocated(pointerFile: string): void {
  const directory = mkdtempSync(join(SYSTEM_STATE, 'cluster-'));
  let isRecorded = false;
  try {
    isRecorded = createExclusively(pointerFile, directory);
  } finally {
    // Another process may have made the file meanwhile. This process then uses the directory of the other one.
    if (!isRecorded) rmdirSync(directory);
  }
}

function toBlockedError(home: ClusterHome, directory: string): OperatorError {
  return new OperatorError(
    `User ${home.account.uid}, which runs the server, cannot enter ${directory} on the path to ${home.cluster}: ` +
      'allow it (chmod o+x), choose another data directory, or set DATABASE_URL.',
  );
}

/** The mode of new directories. If this process is root, the server's account can enter them. */
function directoryMode(): number {
  return process.getuid?.() === 0 ? 0o711 : 0o700;
}
