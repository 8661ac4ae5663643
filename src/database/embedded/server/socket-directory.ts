import { lstatSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { readIfPresent } from '../cluster/cluster-files';
import type { ClusterHome } from '../cluster/cluster-home';
import { OperatorError } from '../../../common/problems/operator-error';
import { findBlockingDirectory, giveTo, type ServerAccount } from './server-account';

/** Number in the name of the socket. It is no TCP port, so several servers can use the same number. */
export const SOCKET_PORT = 5432;
/** Longest path of a socket in bytes: 107 on Linux, 103 on macOS. */
const SOCKET_PATH_MAX_BYTES = 103;
/**
 * File with the path of the socket directory. It exists only if the path of `home.directory` is too long for a
 * socket.
 */
const POINTER = 'socket-directory';
const TEMPORARY_PREFIX = 'intelligence-';

/**
 * Removes the directory that a dead server left, and creates the directory of the server's socket. Only the server's
 * account and root can enter it, so other users can neither connect nor replace the socket. It is in `home.directory`
 * or, if that path is too long for a socket, in a temporary directory. Throws an `OperatorError` when no directory with
 * a short path is accessible to the server's account.
 */
export function prepareSocketDirectory(home: ClusterHome): string {
  removeTemporarySocketDirectory(home);
  const directory = join(home.directory, 'socket');
  if (!isShortEnough(directory)) return createTemporary(home);
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { mode: 0o700 });
  giveTo(home.account, directory);
  return directory;
}

/** Removes the directory that was created in a temporary directory, if any. The server must not be running. */
export function removeTemporarySocketDirectory(home: ClusterHome): void {
  const pointer = join(home.directory, POINTER);
  const directory = readIfPresent(pointer);
  if (directory === null) return;
  if (basename(directory).startsWith(TEMPORARY_PREFIX) && isOwnedBy(directory, home.account)) {
    rmSync(directory, { recursive: true, force: true });
  }
  rmSync(pointer, { force: true });
}

function createTemporary(home: ClusterHome): string {
  const parent = [tmpdir(), '/tmp', '/var/tmp'].find((candidate) => {
    const probe = join(candidate, `${TEMPORARY_PREFIX}XXXXXX`);
    return isShortEnough(probe) && findBlockingDirectory(probe, home.account) === null;
  });
  if (parent === undefined) {
    throw new OperatorError(
      `The path of ${home.directory} is too long for a socket: choose a data directory with a shorter path.`,
    );
  }
  const directory = mkdtempSync(join(parent, TEMPORARY_PREFIX));
  writeFileSync(join(home.directory, POINTER), directory, { mode: 0o600 });
  giveTo(home.account, directory);
  return directory;
}

/** Whether the path is a directory, not a link, and belongs to the account. */
function isOwnedBy(directory: string, account: ServerAccount): boolean {
  const stats = lstatSync(directory, { throwIfNoEntry: false });
  return stats !== undefined && stats.isDirectory() && stats.uid === account.uid;
}

function isShortEnough(directory: string): boolean {
  return Buffer.byteLength(join(directory, `.s.PGSQL.${SOCKET_PORT}`)) <= SOCKET_PATH_MAX_BYTES;
}
