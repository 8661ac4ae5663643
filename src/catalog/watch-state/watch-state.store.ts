import { Injectable } from '@nestjs/common';
import type { MediaId } from '../../common/media-id';
import type { Principal } from '../../common/principal';
import { Transactions } from '../../database/transactions';
import { servable, visible } from '../../read-model/visibility';
import type { WatchState } from '../watch-progress';

/** A watch state to be kept. */
export interface WatchStateWrite {
  readonly state: WatchState;
  readonly positionSeconds: number;
  readonly durationSeconds: number;
  readonly thresholdPercent: number;
}

// The row lock on the item makes a concurrent removal wait, so that its cascade takes this state along.
const FIND_WATCHABLE = `
SELECT m.library_id FROM media_items m
  JOIN intelligence_media_context c ON c.library_id = m.library_id AND c.media_id = m.media_id
 WHERE m.media_id = $2 AND m.media_kind = $3 AND m.available AND ${visible('m', '$1')}
   AND (c.status = 'stale' OR ${servable('c')})
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

/**
 * Writes one user's watch state. Reads join the states as they are and keep no copy of them, so that an event touches
 * one row whatever the size of the library, and is fresh everywhere when it is acknowledged.
 */
@Injectable()
export class WatchStateStore {
  constructor(private readonly transactions: Transactions) {}

  /** Keeps a state and gives the time it was kept; null when the caller can see no such item. */
  async write(principal: Principal, media: MediaId, write: WatchStateWrite): Promise<Date | null> {
    return this.transactions.run(async (manager) => {
      const found: { library_id: string }[] = await manager.query(FIND_WATCHABLE, [
        principal.libraryIds,
        media.uuid,
        media.kind,
      ]);
      const libraryId = found[0]?.library_id;
      if (libraryId === undefined) return null;
      const rows: { last_watched_at: Date }[] = await manager.query(UPSERT, [
        libraryId,
        principal.userId,
        media.uuid,
        write.state,
        write.positionSeconds,
        write.durationSeconds,
        write.thresholdPercent,
      ]);
      return rows[0]?.last_watched_at ?? null;
    });
  }

  /** Forgets a state; false when the caller can see no such item, true whether or not there was a state. */
  async remove(principal: Principal, media: MediaId): Promise<boolean> {
    return this.transactions.run(async (manager) => {
      const found: { library_id: string }[] = await manager.query(FIND_WATCHABLE, [
        principal.libraryIds,
        media.uuid,
        media.kind,
      ]);
      const libraryId = found[0]?.library_id;
      if (libraryId === undefined) return false;
      await manager.query('DELETE FROM watch_states WHERE library_id = $1 AND user_id = $2 AND media_id = $3', [
        libraryId,
        principal.userId,
        media.uuid,
      ]);
      return true;
    });
  }
}
