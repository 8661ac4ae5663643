import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { MediaId } from '../../common/media-id';
import type { Principal } from '../../common/principal';
import { Transactions } from '../../database/transactions';
import { shareWatchStatesOf } from '../../database/locks/watch-state-lock';
import { visible } from '../../read-model/visibility';
import { WatchDependentsStore, type WatchStateKey } from '../../read-model/artifacts/watch-dependents.store';
import type { WatchState } from './watch-progress';

/** A watch state to be kept. */
export interface WatchStateWrite {
  readonly state: WatchState;
  readonly positionSeconds: number;
  readonly durationSeconds: number;
  readonly thresholdPercent: number;
}

// The row lock on the item makes a concurrent removal wait, so that its cascade takes this state along.
const FIND_WATCHABLE = `
SELECT m.library_id, ${shareWatchStatesOf('$4')} FROM media_items m
  JOIN intelligence_media_context c ON c.library_id = m.library_id AND c.media_id = m.media_id
 WHERE m.media_id = $2 AND m.media_kind = $3 AND m.available AND ${visible('m', '$1')}
   AND (c.status = 'stale' OR c.available)
   FOR KEY SHARE OF m`;

const UPSERT = `
INSERT INTO watch_states
       (library_id, user_id, media_id, state, position_seconds, duration_seconds, threshold_percent, last_watched_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, date_trunc('milliseconds', now()))
ON CONFLICT (library_id, user_id, media_id) DO UPDATE
   SET state = EXCLUDED.state, position_seconds = EXCLUDED.position_seconds,
       duration_seconds = EXCLUDED.duration_seconds, threshold_percent = EXCLUDED.threshold_percent,
       last_watched_at = EXCLUDED.last_watched_at, updated_at = now()
RETURNING last_watched_at`;

const REMOVE = 'DELETE FROM watch_states WHERE library_id = $1 AND user_id = $2 AND media_id = $3';

/**
 * Writes one user's watch state. Reads join the states as they are and keep no copy of them, so that an event touches
 * one row whatever the size of the library, and is fresh everywhere when it is acknowledged. What artifacts of the user
 * were derived from the state is marked in the same transaction.
 */
@Injectable()
export class WatchStateStore {
  constructor(
    private readonly transactions: Transactions,
    private readonly dependents: WatchDependentsStore,
  ) {}

  /** Keeps a state and gives the time it was kept; null when the caller can see no such item. */
  async write(principal: Principal, media: MediaId, write: WatchStateWrite): Promise<Date | null> {
    const { state, positionSeconds, durationSeconds, thresholdPercent } = write;
    const values = [state, positionSeconds, durationSeconds, thresholdPercent];
    return this.change(principal, media, async (manager, key) => {
      const rows: { last_watched_at: Date }[] = await manager.query(UPSERT, [...toValues(key), ...values]);
      return rows[0]?.last_watched_at ?? null;
    });
  }

  /** Forgets a state; false when the caller can see no such item, true whether or not there was a state. */
  async remove(principal: Principal, media: MediaId): Promise<boolean> {
    const removed = await this.change(principal, media, async (manager, key) => {
      await manager.query(REMOVE, toValues(key));
      return true;
    });
    return removed ?? false;
  }

  /** Changes the caller's state of an item and marks what depends on it; null when the caller can see no such item. */
  private change<T>(
    principal: Principal,
    media: MediaId,
    work: (manager: EntityManager, key: WatchStateKey) => Promise<T>,
  ): Promise<T | null> {
    const { userId, libraryIds } = principal;
    return this.transactions.run(async (manager) => {
      const parameters = [libraryIds, media.uuid, media.kind, userId];
      const found: { library_id: string }[] = await manager.query(FIND_WATCHABLE, parameters);
      const libraryId = found[0]?.library_id;
      if (libraryId === undefined) return null;
      const key = { libraryId, userId, mediaId: media.uuid };
      const result = await work(manager, key);
      await this.dependents.statesChanged(manager, [key]);
      return result;
    });
  }
}

function toValues({ libraryId, userId, mediaId }: WatchStateKey): string[] {
  return [libraryId, userId, mediaId];
}
