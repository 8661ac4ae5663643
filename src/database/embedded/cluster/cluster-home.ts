import { chmodSync, existsSync, mkdirSync, mkdtempSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { EmbeddedPostgresError } from '../embedded-postgres.error';
import { createExclusively, errorCode, readIfPresent } from './exclusive-file';
import { chooseServerAccount, findBlockingDirectory, type ServerAccount } from '../server/server-account';

/** Where one embedded server keeps everything. */
export interface ClusterHome {
  /** Holds the cluster and beside it credentials, lock, leases and log; belongs to this process' user. */
  directory: string;
  /** PGDATA; belongs to the server's account. */
  cluster: string;
  account: ServerAccount;
}

/** Names the real place when root's data directory lies below one the server's account may not enter. */
const POINTER = 'relocated-to';
const SYSTEM_STATE = '/var/lib/intelligence-read-model';

/**
 * Makes a data directory ready to hold a cluster. A process of root whose data directory lies in a private place (say
 * below /root) keeps the cluster in the system's state directory instead, and a pointer to it in the data directory.
 *
 * @throws EmbeddedPostgresError naming the directory the server's account may not enter
 */
export function openClusterHome(dataDirectory: string): ClusterHome {
  makeDirectories(resolve(dataDirectory));
  // One cluster must have one name, for the command line of its server is compared with it.
  const asked = realpathSync(dataDirectory);
  const pointer = readIfPresent(join(asked, POINTER));
  const home = homeIn(pointer ?? asked);
  const blocking = findBlockingDirectory(home.cluster, home.account);
  if (blocking === null) return home;
  if (pointer !== null || !home.account.switched || existsSync(home.cluster)) throw blocked(home, blocking);
  return relocate(asked, home, blocking);
}

function homeIn(directory: string): ClusterHome {
  const cluster = join(directory, 'cluster');
  const account = chooseServerAccount(cluster);
  // The directory itself is the launcher's own, whatever umask it was made with; those above it are not touched.
  if (account.switched && existsSync(directory)) chmodSync(directory, statSync(directory).mode | 0o011);
  return { directory, cluster, account };
}

function relocate(asked: string, home: ClusterHome, blocking: string): ClusterHome {
  try {
    makeDirectories(SYSTEM_STATE);
    createExclusively(join(asked, POINTER), mkdtempSync(join(SYSTEM_STATE, 'cluster-')));
  } catch (error) {
    if (['EACCES', 'EPERM', 'EROFS', 'ENOSPC'].includes(errorCode(error))) throw blocked(home, blocking);
    throw error;
  }
  const relocated = homeIn(readIfPresent(join(asked, POINTER)) ?? asked);
  const stillBlocking = findBlockingDirectory(relocated.cluster, relocated.account);
  if (stillBlocking !== null) throw blocked(relocated, stillBlocking);
  return relocated;
}

function blocked(home: ClusterHome, directory: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `The server's user ${home.account.uid} may not enter ${directory}, which leads to ${home.cluster}: ` +
      'allow it (chmod o+x), choose another data directory, or set DATABASE_URL.',
  );
}

/** Directories made by root can be entered by the server's account in spite of a umask. */
function makeDirectories(directory: string): void {
  if (existsSync(directory)) return;
  makeDirectories(dirname(directory));
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  if (process.getuid?.() === 0) chmodSync(directory, 0o711);
}
