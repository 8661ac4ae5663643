import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../../../common/problems/error-code';
import { isRunning, ownStartTime } from './process-table';
import { interruptServer, type ServerProcess } from './server-process';

/**
 * Registers this process as a user of the server of a data directory. The process that releases the last lease stops
 * the server. An exit handler releases a lease that is left, in the same way but without waiting for the server's end.
 */
export class ServerLease {
  /** The server, as soon as it is known. */
  server: ServerProcess | null = null;
  private readonly leases: string;
  private readonly path: string;
  private readonly atExit = (): void => {
    if (this.release() && this.server !== null) interruptServer(this.server);
  };

  constructor(directory: string) {
    this.leases = join(directory, 'leases');
    this.path = join(this.leases, `${process.pid}_${ownStartTime()}_${randomBytes(4).toString('hex')}`);
    mkdirSync(this.leases, { recursive: true, mode: 0o700 });
    writeFileSync(this.path, '', { mode: 0o600 });
    process.once('exit', this.atExit);
  }

  /**
   * Removes this lease. Returns true when no live process has another lease. The method is synchronous, because the
   * exit handler calls it.
   */
  release(): boolean {
    process.off('exit', this.atExit);
    rmSync(this.path, { force: true });
    return this.countLive() === 0;
  }

  /** Whether no live process has another lease. */
  isOnly(): boolean {
    return this.countLive() === 1;
  }

  /** Counts the leases of live processes, and removes the leases of dead processes. */
  private countLive(): number {
    let live = 0;
    for (const name of listNames(this.leases)) {
      const [pid, startTime] = name.split('_');
      if (isRunning(Number(pid), startTime ?? '')) live += 1;
      else rmSync(join(this.leases, name), { force: true });
    }
    return live;
  }
}

function listNames(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}
