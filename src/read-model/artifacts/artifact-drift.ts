import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { groupBy } from '../../common/group-by';
import { Progress } from '../../common/progress';
import { lockLibraries } from '../../database/locks/library-lock';
import { lockWatchStates } from '../../database/locks/watch-state-lock';
import { Transactions } from '../../database/transactions';
import type { ArtifactKey } from './artifact-owners';
import { ArtifactStalenessStore } from './artifact-staleness.store';
import type { ChangedSource } from '../source/media-source';
import {
  findDriftedItems,
  listDriftedItems,
  readWatched,
  type WatchedArtifact,
  type WatchedRange,
} from '../refresh/artifact-comparison';
import {
  ARTIFACT_COUNT_DRIFT_SQL,
  LOCK_ARTIFACT_COUNTS_SQL,
  MAKE_ARTIFACT_COUNTS_SQL,
  ORPHANED_ARTIFACTS_SQL,
  RECOUNT_ARTIFACTS_SQL,
  STILL_ORPHANED_SQL,
} from '../refresh/drift.sql';

/** Maximum number of items or artifacts that are compared together; also the limit in `ORPHANED_ARTIFACTS_SQL`. */
const RANGE_ROWS = 1_000;

/**
 * Finds artifacts that should be stale or invalidated, and counters that differ from a recount. Repairs both on
 * request.
 */
@Injectable()
export class ArtifactDrift {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly staleness: ArtifactStalenessStore,
  ) {}

  /** Returns how many changed or removed items of the library have artifacts that should be stale or invalidated. */
  async compareLibrary(libraryId: string, repair: boolean): Promise<number> {
    let count = 0;
    for (let after: string | null = null, hasMore = true; hasMore;) {
      const rows = await listDriftedItems(this.dataSource.manager, libraryId, after, RANGE_ROWS);
      if (rows.length > 0) count += await this.recheckItems(libraryId, rows, repair);
      after = rows.at(-1)?.mediaId ?? null;
      hasMore = rows.length === RANGE_ROWS;
    }
    return count;
  }

  /**
   * Counts the watch states in the library that have changed since active artifacts were derived from them. A state
   * counts once for each of its artifacts. With `repair`, an artifact with two changed states may count only once: the
   * first state makes it stale, and stale artifacts are not compared.
   */
  async compareWatchStates(libraryId: string, repair: boolean): Promise<number> {
    let count = 0;
    for (let last: WatchedArtifact | undefined, hasMore = true; hasMore;) {
      // The owner of the artifact is the user of the watch state: global artifacts are not derived from watch states.
      const after = [last?.media_id ?? null, last?.owner_key ?? null, last?.artifact_id ?? null];
      const range: WatchedRange = [libraryId, ...after, RANGE_ROWS];
      const rows = await readWatched(this.dataSource.manager, range);
      const users = new Set(rows.filter((row) => row.differs).map((row) => row.owner_key));
      if (users.size > 0) count += await this.recheckWatched(range, users, repair);
      last = rows.at(-1);
      hasMore = rows.length === RANGE_ROWS;
    }
    return count;
  }

  /**
   * Returns the number of artifacts about a library or an item that no longer exists. Leaves out invalidated artifacts.
   * If only the item was removed, also leaves out artifacts that are derived from it, because `compareLibrary` counts
   * this item. Without `repair`, counts at most 1,000.
   */
  async compareOrphans(repair: boolean): Promise<number> {
    let count = 0;
    const progress = new Progress('Invalidating orphaned artifacts');
    for (let hasMore = true; hasMore;) {
      const keys: ArtifactKey[] = await this.dataSource.query(ORPHANED_ARTIFACTS_SQL);
      let invalidatedCount = 0;
      for (const [libraryId, orphans] of groupBy(keys, (key) => key.partition_id)) {
        const rechecked = await this.recheckOrphans(libraryId, orphans, repair);
        count += rechecked.orphanedCount;
        invalidatedCount += rechecked.invalidatedCount;
      }
      if (repair) progress.note(invalidatedCount);
      hasMore = repair && keys.length === RANGE_ROWS;
    }
    return count;
  }

  /** Returns the number of pairs of partition and owner whose counters differ from a recount. */
  async compareCounts(repair: boolean): Promise<number> {
    const keys: Omit<ArtifactKey, 'artifact_id'>[] = await this.dataSource.query(ARTIFACT_COUNT_DRIFT_SQL);
    for (const { partition_id, owner_key } of repair ? keys : []) {
      await this.transactions.run(async (manager) => {
        // Writers that change a counter wait for this lock, so the recount reads every counted artifact. A missing
        // counter cannot be locked, so it is inserted first, here and by every writer.
        await manager.query(MAKE_ARTIFACT_COUNTS_SQL, [partition_id, owner_key]);
        await manager.query(LOCK_ARTIFACT_COUNTS_SQL, [partition_id, owner_key]);
        await manager.query(RECOUNT_ARTIFACTS_SQL, [partition_id, owner_key]);
      });
    }
    return keys.length;
  }

  /**
   * Compares items again under the lock of the library, because a concurrent write can look like drift. Returns how
   * many of them still differ.
   */
  private recheckItems(libraryId: string, items: readonly ChangedSource[], repair: boolean): Promise<number> {
    const ids = items.map(({ mediaId }) => mediaId);
    return this.transactions.run(async (manager) => {
      await lockLibraries(manager, [libraryId]);
      const rows = await findDriftedItems(manager, libraryId, ids);
      if (repair) await this.staleness.demoteDependentsOfItems(manager, libraryId, rows);
      return rows.length;
    });
  }

  /**
   * Compares artifacts of a library again under its lock, because the library or an item may have been imported again.
   * Returns how many are still orphaned, and how many of these it invalidated: none without `repair`.
   */
  private recheckOrphans(
    libraryId: string,
    keys: readonly ArtifactKey[],
    repair: boolean,
  ): Promise<{ orphanedCount: number; invalidatedCount: number }> {
    const artifactIds = keys.map((key) => key.artifact_id);
    return this.transactions.run(async (manager) => {
      await lockLibraries(manager, [libraryId]);
      const orphans = await manager.query<ArtifactKey[]>(STILL_ORPHANED_SQL, [libraryId, artifactIds]);
      const invalidatedCount = repair ? await this.staleness.demote(manager, orphans, 'invalidated') : 0;
      return { orphanedCount: orphans.length, invalidatedCount };
    });
  }

  /**
   * Compares the artifacts in the range that belong to `users` again, under the locks of the library and of the users'
   * watch states. Counts as `compareWatchStates` does.
   */
  private recheckWatched(range: WatchedRange, users: ReadonlySet<string>, repair: boolean): Promise<number> {
    return this.transactions.run(async (manager) => {
      await lockLibraries(manager, [range[0]]);
      await lockWatchStates(manager, [...users]);
      const keys = (await readWatched(manager, range)).filter((row) => row.differs && users.has(row.owner_key));
      if (repair) await this.staleness.demote(manager, keys, 'stale');
      return keys.length;
    });
  }
}
