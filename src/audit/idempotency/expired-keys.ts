import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { type BackgroundLoop, BackgroundLoops } from '../../common/processes/background-loops';
import { DELETED_KEYS_MAX, ExpiredKeysStore } from './expired-keys.store';

/** Milliseconds between two runs of the loop. */
const INTERVAL_MS = 3_600_000;
/** Less than the id of every user. */
const BEFORE_FIRST_USER = '00000000-0000-0000-0000-000000000000';

/**
 * Deletes the expired `Idempotency-Key`s of all users, once an hour. A request with a new key also deletes expired keys
 * of its user. Without this loop, the last keys of a user who sends no new ones would be kept forever.
 */
@Injectable()
export class ExpiredKeys implements OnApplicationBootstrap {
  private readonly deletion: BackgroundLoop;

  constructor(
    private readonly store: ExpiredKeysStore,
    loops: BackgroundLoops,
  ) {
    this.deletion = loops.add('expired-keys', (isStopping) => this.deleteAll(isStopping));
  }

  onApplicationBootstrap(): void {
    this.deletion.start(INTERVAL_MS);
  }

  /** Deletes the keys that have expired. Never rejects. */
  delete(): Promise<void> {
    return this.deletion.run();
  }

  private async deleteAll(isStopping: () => boolean): Promise<void> {
    for (let after: string | null = BEFORE_FIRST_USER; after !== null && !isStopping();) {
      const { deleted, last } = await this.store.deleteNext(after);
      // If the statement has deleted its maximum, the same users may have more expired keys.
      if (deleted < DELETED_KEYS_MAX) after = last;
    }
  }
}
