import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode, removeIfPresent } from '../cluster/exclusive-file';
import { isRunning, ownBirth } from './process-table';

/** One process' use of the server. The last one to give its lease back stops the server. */
export interface ServerLease {
  /** Gives the lease back; true when no other live process holds one. Synchronous, so that it can run at exit. */
  release(): boolean;
}

/** Registers this process as a user of the server in `directory`. */
export function takeLease(directory: string): ServerLease {
  const leases = join(directory, 'leases');
  mkdirSync(leases, { recursive: true, mode: 0o700 });
  const name = `${process.pid}_${ownBirth()}_${randomBytes(4).toString('hex')}`;
  writeFileSync(join(leases, name), '', { mode: 0o600 });
  return {
    release: () => {
      removeIfPresent(join(leases, name));
      return countLive(leases) === 0;
    },
  };
}

/** Leases of live processes; those of dead ones are cleared away. */
function countLive(leases: string): number {
  let live = 0;
  for (const name of listNames(leases)) {
    const [pid, birth] = name.split('_');
    if (isRunning(Number(pid), birth ?? '')) live += 1;
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
