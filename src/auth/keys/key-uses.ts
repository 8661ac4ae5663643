import { type BackgroundLoop, BackgroundLoops, NOTHING_TO_DO } from '../../common/processes/background-loops';
import type { KeyUsesStore } from './key-uses.store';

/** Milliseconds between two writes. */
const WRITE_INTERVAL_MS = 15_000;
/** Keys of one write. Further ones are written when they are used again. */
const WRITTEN_AT_ONCE = 5_000;

/**
 * Remembers which API keys are used, and writes the time in the background. A request never waits for it. The stored time
 * is at most a minute late; a process that is killed loses what it has not written.
 */
export class KeyUses {
  private used = new Set<string>();
  private readonly writing: BackgroundLoop;

  constructor(
    private readonly store: KeyUsesStore,
    loops: BackgroundLoops,
  ) {
    this.writing = loops.add('key-uses', () => this.writeOnce());
  }

  /** Writes at intervals from now on. */
  start(): void {
    this.writing.start(WRITE_INTERVAL_MS);
  }

  /** Notes that a key was used now. */
  note(keyId: string): void {
    if (this.used.size < WRITTEN_AT_ONCE) this.used.add(keyId);
  }

  /** Writes what was noted. Never rejects. */
  write(): Promise<void> {
    return this.writing.run();
  }

  private async writeOnce(): Promise<unknown> {
    const used = this.used;
    if (used.size === 0) return NOTHING_TO_DO;
    this.used = new Set();
    return this.store.set([...used]);
  }
}
