import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { MediaId } from '../../common/media-id';
import type { Principal } from '../../common/principal';
import { perLibrary } from '../../database/distribution/per-library';
import { WatchStateEntity } from '../../database/entities/catalog/watch-state.entity';
import { lockWatchStatesShared, sharedWatchStateLockSql } from '../../database/locks/watch-state-lock';
import { scopeInTransaction } from '../../database/transaction-scope';
import { Transactions } from '../../database/transactions';
import { WatchDependentsStore } from '../../read-model/artifacts/watch-dependents.store';
import type { WatchStateValues } from './watch-progress';

// Hand-written, so that one statement takes the lock of the user's watch states and the row lock of the item. A
// concurrent removal of the item waits for the row lock, and then also deletes the new state. In a distributed
// database, a separate statement takes the lock of the watch states, because that lock must be on the coordinator. The
// availability in a stale context row is ignored, because the next read derives that row again.
const FIND_WATCHABLE = perLibrary(
  { library: 1, parameters: 4, items: 2 },
  (libraries) => `
SELECT m.library_id, ${libraries.isSingle ? '$4::text' : sharedWatchStateLockSql('$4')} FROM media_items m
  JOIN intelligence_media_context c ON ${libraries.sameLibrary('c.library_id', 'm.library_id')} AND c.media_id = m.media_id
 WHERE m.media_id = $2 AND m.media_kind = $3 AND m.available AND ${libraries.has('m.library_id')}
   AND (c.status = 'stale' OR c.available)
   FOR KEY SHARE OF m`,
);

/** The primary key of a watch state. */
type WatchStateId = Pick<WatchStateEntity, 'library_id' | 'user_id' | 'media_id'>;

// Hand-written, because the query builder writes `updated_at = now()` after DO UPDATE SET. A distributed table accepts
// `now()` in VALUES, but not in DO UPDATE SET.
const UPSERT_SQL = `
INSERT INTO watch_states
       (library_id, user_id, media_id, state, position_seconds, duration_seconds, threshold_percent, last_watched_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, date_trunc('milliseconds', now()))
ON CONFLICT (library_id, user_id, media_id) DO UPDATE
   SET state = EXCLUDED.state, position_seconds = EXCLUDED.position_seconds,
       duration_seconds = EXCLUDED.duration_seconds, threshold_percent = EXCLUDED.threshold_percent,
       last_watched_at = EXCLUDED.last_watched_at, updated_at = EXCLUDED.updated_at
RETURNING last_watched_at`;

/**
 * Writes watch states of users. No other table copies a state, so every later read sees the change. The transaction
 * also marks the user's artifacts that were derived from the state as stale.
 */
@Injectable()
export class WatchStateStore {
  constructor(
    private readonly transactions: Transactions,
    private readonly dependents: WatchDependentsStore,
  ) {}

  /** Stores a state and returns the time of the write. Returns null if the caller cannot see the item. */
  async write(principal: Principal, media: MediaId, values: WatchStateValues): Promise<Date | null> {
    const { state, positionSeconds, durationSeconds, thresholdPercent } = values;
    return this.change(principal, media, async (manager, { library_id, user_id, media_id }) => {
      const parameters = [library_id, user_id, media_id, state, positionSeconds, durationSeconds, thresholdPercent];
      const [stored]: Pick<WatchStateEntity, 'last_watched_at'>[] = await manager.query(UPSERT_SQL, parameters);
      return stored?.last_watched_at ?? null;
    });
  }

  /** Deletes a state, if there is one. Returns false if the caller cannot see the item. */
  async remove(principal: Principal, media: MediaId): Promise<boolean> {
    const removed = await this.change(principal, media, async (manager, id) => {
      await manager.delete(WatchStateEntity, id);
      return true;
    });
    return removed ?? false;
  }

  /**
   * Runs `work`, which changes a state, and marks the artifacts that depend on the state as stale. Returns null if the
   * caller cannot see the item.
   */
  private change<T>(
    principal: Principal,
    media: MediaId,
    work: (manager: EntityManager, id: WatchStateId) => Promise<T>,
  ): Promise<T | null> {
    const { userId, libraryIds } = principal;
    return this.transactions.run(async (manager) => {
      const scope = scopeInTransaction(manager, principal);
      if (scope.distributed !== null) await lockWatchStatesShared(manager, [userId]);
      const parameters = [libraryIds, media.uuid, media.kind, userId];
      const [item] = await scope.rows<{ library_id: string }>(FIND_WATCHABLE, parameters);
      if (item === undefined) return null;
      const libraryId = item.library_id;
      const result = await work(manager, { library_id: libraryId, user_id: userId, media_id: media.uuid });
      await this.dependents.demoteDependentsOfStates(manager, [{ libraryId, userId, mediaId: media.uuid }]);
      return result;
    }, userId);
  }
}
