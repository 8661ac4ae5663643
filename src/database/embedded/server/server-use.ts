import type { ServerLease } from './server-lease';
import { interruptServer, type ServerProcess } from './server-process';

/**
 * Use of the server by this process. The exit handler ends it at the latest; the handler cannot wait for the server to
 * stop.
 */
export class ServerUse {
  /** Set as soon as the server is known. */
  server: ServerProcess | null = null;
  private readonly atExit = (): void => {
    if (this.lease.release() && this.server !== null) interruptServer(this.server);
  };

  constructor(private readonly lease: ServerLease) {
    process.once('exit', this.atExit);
  }

  isOnly(): boolean {
    return this.lease.isOnly();
  }

  /** Returns true when no other live process uses the server. */
  end(): boolean {
    process.off('exit', this.atExit);
    return this.lease.release();
  }
}
