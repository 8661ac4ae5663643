import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync, statSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { ClusterHome } from '../cluster/cluster-home';
import { EmbeddedPostgresError } from '../embedded-postgres.error';
import { errorCode, readIfPresent } from '../cluster/exclusive-file';
import { pollUntil } from '../polling';
import { findProcess, isRunning } from './process-table';
import { spawnIdentity } from './server-account';
import { serverEnvironment } from './server-environment';

/** A running server process. */
export interface ServerProcess {
  pid: number;
  port: number;
  /** Tells this process from a later one with the same id. */
  birth: string;
}

const LOG_LIMIT_BYTES = 10 * 1024 * 1024;
const STOP_TIMEOUT_MS = 90_000;
const SETTLE_TIMEOUT_MS = 90_000;

/**
 * Finds the server that already runs on the cluster, whoever started it; waits for one that is just starting or
 * stopping. A lock file left by a dead server is removed where its process id is in use by something else.
 */
export async function findRunningServer(home: ClusterHome, signal?: AbortSignal): Promise<ServerProcess | null> {
  const found = await pollUntil(SETTLE_TIMEOUT_MS, () => inspect(home), signal);
  if (found === null) throw new EmbeddedPostgresError(`The server of ${home.cluster} neither starts nor stops.`);
  return found === 'none' ? null : found;
}

function inspect(home: ClusterHome): ServerProcess | 'none' | null {
  const path = lockFile(home);
  const lines = readIfPresent(path)?.split('\n');
  if (lines === undefined) return 'none';
  const pid = Number(lines[0]);
  const entry = findProcess(pid);
  if (entry === null) return 'none';
  const ours =
    entry.running && entry.program === 'postgres' && `${entry.commandLine} `.includes(` -D ${home.cluster} `);
  if (!ours) {
    // Not when the id is free: then the server's own check does it, which also knows of surviving children.
    unlinkSync(path);
    return 'none';
  }
  const port = Number(lines[3]);
  if (!(port > 0) || lines[7]?.trim() === 'stopping') return null;
  return { pid, port, birth: entry.birth };
}

/** True once the server has bound its port: only then does it write its address into its lock file. */
export function isListening(home: ClusterHome, server: ServerProcess): boolean {
  const lines = readIfPresent(lockFile(home))?.split('\n') ?? [];
  return Number(lines[0]) === server.pid && (lines[5] ?? '').trim() !== '';
}

/**
 * Starts a server process that outlives a kill of this one and is deaf to the terminal's signals: only a stop ends it.
 *
 * @param settings arguments from `settingArguments`
 */
export async function launchServer(
  home: ClusterHome,
  program: string,
  port: number,
  settings: string[],
): Promise<ServerProcess> {
  const log = openLog(home);
  try {
    const child = spawn(program, ['-D', home.cluster, '-p', String(port), ...settings], {
      ...spawnIdentity(home.account),
      cwd: '/',
      env: serverEnvironment(),
      detached: true,
      stdio: ['ignore', log, log],
    });
    await new Promise<void>((settle, reject) => {
      child.once('spawn', settle);
      child.once('error', (error) => reject(new EmbeddedPostgresError(`${program} cannot be run: ${error.message}`)));
    });
    child.unref();
    const pid = child.pid ?? 0;
    return { pid, port, birth: findProcess(pid)?.birth ?? '' };
  } finally {
    closeSync(log);
  }
}

/**
 * Stops a server, its own child or not, with SIGINT: sessions are ended, everything is written.
 *
 * @throws EmbeddedPostgresError when it still runs after 90 seconds
 */
export async function stopServer(server: ServerProcess): Promise<void> {
  interruptServer(server);
  const gone = await pollUntil(STOP_TIMEOUT_MS, () => (isRunning(server.pid, server.birth) ? null : true));
  if (gone === null) throw new EmbeddedPostgresError(`PostgreSQL (process ${server.pid}) does not stop.`);
}

/** Asks a server to stop without waiting, as the end of a process must. */
export function interruptServer(server: ServerProcess): void {
  if (!isRunning(server.pid, server.birth)) return;
  try {
    process.kill(server.pid, 'SIGINT');
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error;
  }
}

/** Lines: process id, data directory, start time, port, socket directory, address, shared memory, status. */
function lockFile(home: ClusterHome): string {
  return join(home.cluster, 'postmaster.pid');
}

function logPath(home: ClusterHome): string {
  return join(home.directory, 'postgres.log');
}

/** At most two files of about 10 MiB stay: this one and the one before. */
function openLog(home: ClusterHome): number {
  const path = logPath(home);
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > LOG_LIMIT_BYTES) renameSync(path, `${path}.1`);
  return openSync(path, 'a', 0o600);
}

/** Length of the log before a start, so that only what this start wrote is judged. */
export function logLength(home: ClusterHome): number {
  return statSync(logPath(home), { throwIfNoEntry: false })?.size ?? 0;
}

/** What the server wrote since the log had this length. */
export function readLogSince(home: ClusterHome, length: number): string {
  const content = readFileSync(logPath(home));
  return content.subarray(content.length < length ? 0 : length).toString('utf8');
}
