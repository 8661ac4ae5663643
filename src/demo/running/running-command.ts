import { Injectable, Logger } from '@nestjs/common';
import { withDeadline } from '../../common/outbound/deadline';
import type { ReleaseSessionLock } from '../../database/locks/session-lock';
import { DemoStore } from '../demo.store';

/** The command that this instance runs, if any. Through its lock, all instances together run one command at a time. */
@Injectable()
export class RunningCommand {
  private readonly logger = new Logger(RunningCommand.name);
  /** Resolves after the last command has ended and has released its lock. Never rejects. */
  private end: Promise<void> = Promise.resolve();
  /** Whether this instance holds the lock or is acquiring it. */
  private isLocked = false;

  constructor(private readonly store: DemoStore) {}

  /** Tries to get the command lock. Returns null if it is taken. Uses no connection if this instance holds it. */
  async tryLock(): Promise<ReleaseSessionLock | null> {
    if (this.isLocked) return null;
    this.isLocked = true;
    try {
      const release = await this.store.tryLock();
      this.isLocked = release !== null;
      if (release === null) return null;
      return async () => {
        try {
          await release();
        } finally {
          this.isLocked = false;
        }
      };
    } catch (error) {
      this.isLocked = false;
      throw error;
    }
  }

  /** Tracks the running command `work`. When it settles, releases the lock. Logs errors of the work and the release. */
  track(work: Promise<void>, release: ReleaseSessionLock): void {
    this.end = work.finally(release).catch((error: unknown) => this.logger.error(error));
  }

  /** Waits until the command has ended and its lock is released. */
  async waitForEnd(): Promise<void> {
    await this.end;
  }

  /** Waits at most `milliseconds`. Returns whether the command has ended. */
  async endsWithin(milliseconds: number): Promise<boolean> {
    return withDeadline(milliseconds, () => this.end).then(
      () => true,
      () => false,
    );
  }
}
