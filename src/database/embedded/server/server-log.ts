import { openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ClusterHome } from '../cluster/cluster-home';

const LOG_LIMIT_BYTES = 10 * 1024 * 1024;

/**
 * Opens the server's log for appending and returns the file descriptor. If the log exceeds 10 MiB, rotates it first and
 * keeps one old file.
 */
export function openLog(home: ClusterHome): number {
  const path = logPath(home);
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > LOG_LIMIT_BYTES) renameSync(path, `${path}.1`);
  return openSync(path, 'a', 0o600);
}

/** Length of the log in bytes. Read it before a start, so that `readLogSince` returns only the output of this start. */
export function logLength(home: ClusterHome): number {
  return statSync(logPath(home), { throwIfNoEntry: false })?.size ?? 0;
}

/** The log after its first `length` bytes; the whole log if it is shorter, because it was rotated in the meantime. */
export function readLogSince(home: ClusterHome, length: number): string {
  const content = readFileSync(logPath(home));
  return content.subarray(content.length < length ? 0 : length).toString('utf8');
}

function logPath(home: ClusterHome): string {
  return join(home.directory, 'postgres.log');
}
