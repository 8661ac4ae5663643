import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../../../common/problems/error-code';
import { removeIfPresent } from '../cluster/exclusive-file';
import { isRunning, ownStartTime } from './process-table';

/** Registers one process as a user of the server. The process that releases the last lease stops the server. */
export interface ServerLease {
  /**
   * Releases the lease. Returns true when no other live process holds one. Synchronous, so that it can run in an exit
   * handler.
   */
  release(): boolean;
  /** Whether no other live process holds one. */
  isOnly(): boolean;
}

/** Registers this process as a user of the server in `directory`. */
export function takeLease(directory: string): ServerLease {
  const leases = join(directory, 'leases');
  mkdirSync(leases, { recursive: true, mode: 0o700 });
  const name = `${process.pid}_${ownStartTime()}_${randomBytes(4).toString('hex')}`;
  writeFileSync(join(leases, name), '', { mode: 0o600 });
  return {
    release: () => {
      removeIfPresent(join(leases, name));
      return countLive(leases) === 0;
    },
    isOnly: () => countLive(leases) === 1,
  };
}

/** Counts leases of live processes and removes those of dead ones. */
function countLive(leases: string): number {
  let live = 0;
  for (const name of listNames(leases)) {
    const [pid, startTime] = name.split('_');
    if (isRunning(Number(pid), startTime ?? '')) live += 1;
    else removeIfPresent(join(leases, name));
  }
  return live;
}

function listNames(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}
