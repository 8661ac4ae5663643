import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Progress } from '../../common/progress';
import { lockLibraries } from '../../database/locks/library-lock';
import { Transactions } from '../../database/transactions';
import { type ArtifactKey, ArtifactStalenessStore, type SourceChange } from './artifact-staleness.store';
import {
  ARTIFACT_COUNT_DRIFT_SQL,
  ARTIFACT_DRIFT_SQL,
  LOCK_ARTIFACT_COUNTS_SQL,
  ORPHANED_ARTIFACTS_SQL,
  RECOUNT_ARTIFACTS_SQL,
  WATCH_STATE_DRIFT_SQL,
} from '../refresh/drift.sql';

/** Rows compared in one statement. */
const RANGE_ROWS = 1_000;

/** A counter of artifacts that differs from a recount. */
interface CountKey {
  readonly partition_id: string;
  readonly owner_key: string;
}

/** Finds artifacts in use whose sources are no longer as they were, and counters that are off; repairs both. */
@Injectable()
export class ArtifactDrift {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly staleness: ArtifactStalenessStore,
  ) {}

  /** Gives how many items of the library have artifacts in use that were derived from another state of them. */
  async compareLibrary(libraryId: string, repair: boolean): Promise<number> {
    let found = 0;
    for (let after: string | null = null, more = true; more;) {
      const rows = await this.readItems(libraryId, after);
      found += rows.length;
      if (repair && rows.length > 0) await this.repairRange(libraryId, after);
      after = rows.at(-1)?.media_id ?? null;
      more = rows.length === RANGE_ROWS;
    }
    return found;
  }

  /** Gives how many artifacts in use were derived from another watch state than there is, of an item of the library. */
  async compareWatchStates(libraryId: string, repair: boolean): Promise<number> {
    let found = 0;
    for (let last: WatchedRow | undefined, more = true; more;) {
      const after = [last?.source_id ?? null, last?.owner_key ?? null, last?.artifact_id ?? null];
      const rows: WatchedRow[] = await this.dataSource.query(WATCH_STATE_DRIFT_SQL, [libraryId, ...after, RANGE_ROWS]);
      const keys = rows.filter((row) => row.differs);
      found += keys.length;
      if (repair && keys.length > 0) {
        await this.transactions.run((manager) => this.staleness.demote(manager, keys, 'stale'));
      }
      last = rows.at(-1);
      more = rows.length === RANGE_ROWS;
    }
    return found;
  }

  /** Gives how many artifacts in use stand for a library or an item that is gone. */
  async compareOrphans(repair: boolean): Promise<number> {
    let found = 0;
    const progress = new Progress('Invalidating orphaned artifacts');
    for (let more = true; more;) {
      const keys: ArtifactKey[] = await this.dataSource.query(ORPHANED_ARTIFACTS_SQL);
      found += keys.length;
      if (repair && keys.length > 0) {
        progress.note(await this.transactions.run((manager) => this.staleness.demote(manager, keys, 'invalidated')));
      }
      more = repair && keys.length === RANGE_ROWS;
    }
    return found;
  }

  /** Gives how many counters differ from a recount. */
  async compareCounts(repair: boolean): Promise<number> {
    const keys: CountKey[] = await this.dataSource.query(ARTIFACT_COUNT_DRIFT_SQL);
    for (const { partition_id, owner_key } of repair ? keys : []) {
      await this.transactions.run(async (manager) => {
        // Behind the lock every counted artifact is committed, and every other one is counted later.
        await manager.query(LOCK_ARTIFACT_COUNTS_SQL, [partition_id, owner_key]);
        await manager.query(RECOUNT_ARTIFACTS_SQL, [partition_id, owner_key]);
      });
    }
    return keys.length;
  }

  private async readItems(libraryId: string, after: string | null): Promise<ItemRow[]> {
    const rows: ItemRow[] = await this.dataSource.query(ARTIFACT_DRIFT_SQL, [libraryId, after, RANGE_ROWS]);
    return rows;
  }

  private async repairRange(libraryId: string, after: string | null): Promise<void> {
    await this.transactions.run(async (manager) => {
      await lockLibraries(manager, [libraryId]);
      const rows: ItemRow[] = await manager.query(ARTIFACT_DRIFT_SQL, [libraryId, after, RANGE_ROWS]);
      await this.staleness.sourcesChanged(manager, libraryId, rows.map(toChange));
    });
  }
}

/** An edge to a watch state; the user is the owner of the artifact. */
interface WatchedRow extends ArtifactKey {
  readonly source_id: string;
  readonly differs: boolean;
}

interface ItemRow {
  readonly media_id: string;
  readonly source_hash: string | null;
}

function toChange({ media_id, source_hash }: ItemRow): SourceChange {
  return { mediaId: media_id, sourceHash: source_hash };
}
