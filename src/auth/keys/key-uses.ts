import { Injectable } from '@nestjs/common';
import { type BackgroundLoop, BackgroundLoops, NOTHING_TO_DO } from '../../common/processes/background-loops';
import { KeyUsesStore } from './key-uses.store';

/** Milliseconds between two writes. */
const WRITE_INTERVAL_MS = 15_000;
/** Maximum number of keys in one write. Until the write, uses of further keys are not recorded. */
const KEYS_PER_WRITE = 5_000;

/**
 * Records which API keys are used, and writes the uses in the background every 15 seconds, so no request waits for a
 * write. After a write, the stored time of a key's last use is at most a minute older than that use (see
 * `KeyUsesStore`). If the process is killed, unwritten uses are lost.
 */
@Injectable()
export class KeyUses {
  private usedKeyIds = new Set<string>();
  private readonly writing: BackgroundLoop;

  constructor(
    private readonly store: KeyUsesStore,
    loops: BackgroundLoops,
  ) {
    this.writing = loops.add('key-uses', () => this.writeOnce());
  }

  start(): void {
    this.writing.start(WRITE_INTERVAL_MS);
  }

  /** Records that a key was used. */
  record(keyId: string): void {
    if (this.usedKeyIds.size < KEYS_PER_WRITE) this.usedKeyIds.add(keyId);
  }

  /** Writes the recorded uses. Never rejects. */
  write(): Promise<void> {
    return this.writing.run();
  }

  private async writeOnce(): Promise<unknown> {
    const keyIds = this.usedKeyIds;
    if (keyIds.size === 0) return NOTHING_TO_DO;
    this.usedKeyIds = new Set();
    try {
      return await this.store.set([...keyIds]);
    } catch (error) {
      for (const keyId of keyIds) this.record(keyId);
      throw error;
    }
  }
}
