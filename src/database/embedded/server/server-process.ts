import { spawn } from 'node:child_process';
import { closeSync, realpathSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ClusterHome } from '../cluster/cluster-home';
import { OperatorError } from '../../../common/problems/operator-error';
import { errorCode } from '../../../common/problems/error-code';
import { readIfPresent } from '../cluster/cluster-files';
import { pollUntil } from '../polling';
import { findProcess, isRunning, type ProcessEntry } from './process-table';
import { programOptions } from './server-account';
import { openLog } from './server-log';
import { SOCKET_PORT } from './socket-directory';

export interface ServerProcess {
  pid: number;
  /** Directory of its socket; empty if an older release of this service started it on a TCP port. */
  socketDirectory: string;
  /** Start time of the process, which distinguishes it from a later process with the same id. */
  startTime: string;
}

const SETTLE_TIMEOUT_MS = 90_000;
/** A starting server creates an empty lock file and fills it at once. If it is empty for longer, the server is dead. */
const UNWRITTEN_FILE_MS = 2_000;

/**
 * Finds the server that runs on the cluster, whichever process started it; null if none is found. Waits until a
 * starting server listens, and until a stopping server has ended. A server that listens may still refuse connections.
 * Removes the lock file of a dead server if another process or a zombie has its process id, or the file has no id.
 * Throws an `OperatorError` when the server does not begin to listen, or does not end, within 90 seconds.
 */
export async function findRunningServer(home: ClusterHome, signal?: AbortSignal): Promise<ServerProcess | null> {
  const server = await pollUntil(SETTLE_TIMEOUT_MS, () => inspectLockFile(home), signal);
  if (server === null) {
    throw new OperatorError(
      `The server of ${home.cluster} did not finish starting or stopping within ${SETTLE_TIMEOUT_MS / 1000} s.`,
    );
  }
  return server === 'none' ? null : server;
}

/**
 * Returns the server if it listens, `none` if none is found, or null while the server does not listen yet or is
 * stopping. Removes the lock file of a dead server, as `findRunningServer` describes.
 */
function inspectLockFile(home: ClusterHome): ServerProcess | 'none' | null {
  const path = lockFilePath(home);
  const content = readIfPresent(path);
  if (content === null) return 'none';
  const lines = content.split('\n');
  const pid = Number.parseInt(content, 10) || 0;
  if (pid === 0) {
    // PostgreSQL refuses to start with such a file, which a crash of the computer can leave.
    const stats = statSync(path, { throwIfNoEntry: false });
    // If the file is gone, its server has ended, and a new server may be about to write its own file. The difference is
    // absolute, because the clock may have changed.
    if (stats === undefined || Math.abs(Date.now() - stats.mtimeMs) < UNWRITTEN_FILE_MS) return null;
    rmSync(path, { force: true });
    return 'none';
  }
  const entry = findProcess(pid);
  // If no process has the id, a new server removes the file itself, after it has checked for child processes.
  if (entry === null) return 'none';
  const isServer = isServerOf(home.cluster, entry);
  if (isServer !== true) {
    // A new server could regard the process with this id as a running server and refuse to start. But if the process
    // may be a server of the cluster, the file stays, because a running server shuts down when its lock file is gone. A
    // new server then decides itself whether it can start.
    if (isServer === false) rmSync(path, { force: true });
    return 'none';
  }
  const [socketDirectory = '', address = ''] = [lines[4]?.trim(), lines[5]?.trim()];
  // The server writes the socket directory or the address when it begins to listen.
  if ((socketDirectory === '' && address === '') || lines[7]?.trim() === 'stopping') return null;
  return { pid, socketDirectory, startTime: entry.startTime };
}

/**
 * Returns whether the process is a server that runs on the cluster; null if the system does not tell. The working
 * directory of a server is its cluster. Its command line can contain another path of the cluster: a link, a relative
 * path, or a path that was renamed since. So the command line counts only if the directory cannot be read.
 */
function isServerOf(cluster: string, { running, program, commandLine, directory }: ProcessEntry): boolean | null {
  if (!running || program !== 'postgres') return false;
  if (directory !== null) return directory === realpathSync(cluster);
  return `${commandLine} `.includes(` -D ${cluster} `) ? true : null;
}

/**
 * Starts a server in its own process group. The server keeps running when this process ends, and it receives no signals
 * from the terminal.
 *
 * @param socketDirectory result of `prepareSocketDirectory`
 * @param settings arguments from `settingArguments`
 */
export async function launchServer(
  home: ClusterHome,
  program: string,
  socketDirectory: string,
  settings: string[],
): Promise<ServerProcess> {
  const log = openLog(home);
  try {
    // The value of -k is a comma-separated list. The quotes allow a comma in the path.
    const sockets = `"${socketDirectory.replaceAll('"', '""')}"`;
    const child = spawn(program, ['-D', home.cluster, '-p', String(SOCKET_PORT), '-k', sockets, ...settings], {
      ...programOptions(home.account),
      stdio: ['ignore', log, log],
    });
    await new Promise<void>((settle, reject) => {
      child.once('spawn', settle);
      child.once('error', (error) => reject(new OperatorError(`${program} cannot be run: ${error.message}`)));
    });
    child.unref();
    const pid = child.pid ?? 0;
    return { pid, socketDirectory, startTime: findProcess(pid)?.startTime ?? '' };
  } finally {
    closeSync(log);
  }
}

/**
 * Stops a server with SIGINT (fast shutdown): sessions are terminated, and all data is written to disk. Throws an
 * `OperatorError` when it still runs after 90 seconds.
 */
export async function stopServer(server: ServerProcess): Promise<void> {
  interruptServer(server);
  const stopped = await pollUntil(SETTLE_TIMEOUT_MS, () => (isRunning(server.pid, server.startTime) ? null : true));
  if (stopped === null) {
    throw new OperatorError(`PostgreSQL (process ${server.pid}) did not stop within ${SETTLE_TIMEOUT_MS / 1000} s.`);
  }
}

/** Requests a stop and does not wait for it. */
export function interruptServer(server: ServerProcess): void {
  if (!isRunning(server.pid, server.startTime)) return;
  try {
    process.kill(server.pid, 'SIGINT');
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error;
  }
}

/**
 * Path of the server's lock file. Its lines are: process id, data directory, start time, port, socket directory,
 * address, shared memory, status.
 */
function lockFilePath(home: ClusterHome): string {
  return join(home.cluster, 'postmaster.pid');
}
