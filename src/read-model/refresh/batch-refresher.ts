import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { failpoint } from '../../common/failpoint';
import type { Config } from '../../common/config/config';
import { CONFIG } from '../../common/config/config.token';
import { LibraryBusyError, lockLibraryWithin, tryLockLibrary } from '../../database/locks/library-lock';
import { Transactions } from '../../database/transactions';
import { CatalogChanges } from './catalog-changes';
import { DirtyKeyStore, type QueuedKey } from './dirty-key.store';

/** Numbers of rows that were processed. */
export interface RefreshedRows {
  readonly refreshed: number;
  /** Rows that failed and wait for their next attempt, or are quarantined. */
  readonly failed: number;
}

/** The result of one batch. `busy` is true if keys stay queued because another transaction holds the library lock. */
export type BatchResult = RefreshedRows & { readonly busy: boolean };

/** The result of a batch that processed no row. */
export const NO_ROWS: BatchResult = { refreshed: 0, failed: 0, busy: false };
const BUSY: BatchResult = { ...NO_ROWS, busy: true };

/**
 * Maximum wait in milliseconds for a library lock. A refresher waits only if it can process no row without waiting, or
 * before it refreshes half of a failed batch.
 */
export const BUSY_WAIT_MS = 1_000;

/** Derives the rows of one batch of queued keys again: in one transaction, or in several after a row has failed. */
@Injectable()
export class BatchRefresher {
  readonly batchSize: number;

  constructor(
    private readonly transactions: Transactions,
    private readonly dirtyKeys: DirtyKeyStore,
    private readonly changes: CatalogChanges,
    @Inject(CONFIG) config: Pick<Config, 'readModel'>,
  ) {
    this.batchSize = config.readModel.refreshBatchSize;
  }

  /**
   * Refreshes the next due keys of a library. Waits at most `waitMs` milliseconds for its lock. Splits a batch that
   * fails into halves, until only the failing rows remain. Throws errors that the rows did not cause.
   */
  refreshDue(libraryId: string, waitMs: number): Promise<BatchResult> {
    return this.refresh(libraryId, waitMs, (manager) => this.dirtyKeys.claimDue(manager, libraryId, this.batchSize));
  }

  private async refresh(
    libraryId: string,
    waitMs: number,
    claim: (manager: EntityManager) => Promise<QueuedKey[]>,
  ): Promise<BatchResult> {
    let claimed: QueuedKey[] = [];
    try {
      return await this.transactions.run(async (manager) => {
        if (!(await lockWithin(manager, libraryId, waitMs))) return BUSY;
        claimed = await claim(manager);
        failpoint('refresh.claimed');
        if (claimed.length > 0) await this.changes.refreshStale(manager, libraryId, claimed.map(toMediaUuid));
        failpoint('refresh.derived');
        return { ...NO_ROWS, refreshed: claimed.length };
      });
    } catch (error) {
      if (error instanceof LibraryBusyError) return BUSY;
      if (claimed.length === 0 || !this.dirtyKeys.isCausedByRows(error)) throw error;
      return this.split(libraryId, claimed, error);
    }
  }

  /**
   * Refreshes the halves of a failed batch. If the lock of the library is not free in time, a half stays queued.
   * Postpones the key of a batch of one.
   */
  private async split(libraryId: string, keys: readonly QueuedKey[], error: unknown): Promise<BatchResult> {
    const [onlyKey] = keys;
    if (onlyKey !== undefined && keys.length === 1) {
      await this.dirtyKeys.postpone(libraryId, onlyKey, error);
      return { ...NO_ROWS, failed: 1 };
    }
    const mediaUuids = keys.map(toMediaUuid);
    const middle = Math.ceil(mediaUuids.length / 2);
    const first = await this.refreshHalf(libraryId, mediaUuids.slice(0, middle));
    const second = await this.refreshHalf(libraryId, mediaUuids.slice(middle));
    return {
      refreshed: first.refreshed + second.refreshed,
      failed: first.failed + second.failed,
      busy: first.busy || second.busy,
    };
  }

  private refreshHalf(libraryId: string, mediaUuids: readonly string[]): Promise<BatchResult> {
    return this.refresh(libraryId, BUSY_WAIT_MS, (manager) => this.dirtyKeys.claim(manager, libraryId, mediaUuids));
  }
}

/**
 * Takes the lock of the library. Returns false at once if it is not free and `waitMs` is 0. Throws a `LibraryBusyError`
 * if it is not free after `waitMs` milliseconds.
 */
async function lockWithin(manager: EntityManager, libraryId: string, waitMs: number): Promise<boolean> {
  if (waitMs === 0) return tryLockLibrary(manager, libraryId);
  await lockLibraryWithin(manager, libraryId, waitMs);
  return true;
}

function toMediaUuid(key: QueuedKey): string {
  return key.media_id;
}
