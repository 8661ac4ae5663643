import { randomBytes } from 'node:crypto';
import { linkSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '../../../common/problems/operator-error';
import { errorCode } from '../../../common/problems/error-code';
import { createExclusively, readIfPresent } from './cluster-files';
import { pollUntil } from '../polling';
import { isRunning, ownStartTime } from '../server/process-table';

const LOCK_NAME = 'start.lock';
const WAIT_MS = 180_000;

/**
 * Runs `work` while no other process starts or stops the server of this directory. Removes the lock of a dead process.
 * The data is safe without this lock, because PostgreSQL has its own lock file. Throws an `OperatorError` when another
 * live process holds the lock for three minutes, and the abort reason if `signal` aborts before the lock is taken.
 */
export async function withStartLock<T>(directory: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const path = join(directory, LOCK_NAME);
  const ownContent = JSON.stringify({ pid: process.pid, birth: ownStartTime(), token: randomBytes(8).toString('hex') });
  const taken = await pollUntil(WAIT_MS, () => (tryLock(path, ownContent) ? true : null), signal);
  if (taken === null) {
    throw new OperatorError(`Another process has held ${path} for ${WAIT_MS / 1000} s.`);
  }
  try {
    return await work();
  } finally {
    if (readIfPresent(path) === ownContent) rmSync(path, { force: true });
  }
}

function tryLock(path: string, ownContent: string): boolean {
  if (createExclusively(path, ownContent)) return true;
  const content = readIfPresent(path);
  if (content !== null && !isHeld(content)) removeDeadLock(path, content);
  return false;
}

function isHeld(content: string): boolean {
  const pid = /"pid":(\d+)/.exec(content)?.[1];
  const startTime = /"birth":"([^"]*)"/.exec(content)?.[1];
  return isRunning(Number(pid ?? 0), startTime ?? '');
}

/**
 * Removes the lock of a dead process. Renames the file first and then compares its content: if another process has
 * replaced the lock in the meantime, the new lock is restored.
 */
function removeDeadLock(path: string, deadContent: string): void {
  const aside = `${path}.${process.pid}.${randomBytes(6).toString('hex')}`;
  try {
    renameSync(path, aside);
    if (readIfPresent(aside) !== deadContent) linkSync(aside, path);
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes(errorCode(error))) throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}
