import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Config } from '../common/config/config';
import { CONFIG } from '../common/config/config.token';
import { tryLockLibrary } from '../database/library-lock';
import { Transactions } from '../database/transactions';
import { CatalogChanges } from './catalog-changes';
import { DirtyKeyStore } from './dirty-key.store';

/** What draining the queue came to. */
export interface DrainResult {
  /** Rows derived again. */
  refreshed: number;
  /** Rows that failed and wait for their next try, or are quarantined. */
  failed: number;
}

/**
 * Drains the queue of dirty keys: library by library, in bounded batches, each batch one transaction. Any number of
 * refreshers in any number of processes may run: a library is worked on by one at a time, and a batch that dies with
 * its process leaves its keys in the queue.
 */
@Injectable()
export class Refresher {
  private readonly batchSize: number;

  constructor(
    private readonly transactions: Transactions,
    private readonly dirtyKeys: DirtyKeyStore,
    private readonly changes: CatalogChanges,
    @Inject(CONFIG) config: Pick<Config, 'readModel'>,
  ) {
    this.batchSize = config.readModel.refreshBatchSize;
  }

  /** Works until no key is due, or `isStopping` says to end after the present batch. */
  async drain(isStopping: () => boolean = () => false): Promise<DrainResult> {
    const total: DrainResult = { refreshed: 0, failed: 0 };
    for (let progress = true; progress && !isStopping();) {
      progress = false;
      for (const libraryId of await this.dirtyKeys.listDueLibraries()) {
        const mediaIds = await this.dirtyKeys.listDue(libraryId, this.batchSize);
        const result = await this.refresh(libraryId, mediaIds);
        total.refreshed += result.refreshed;
        total.failed += result.failed;
        progress ||= result.refreshed + result.failed > 0;
      }
    }
    return total;
  }

  /** One batch; a failing one is halved until the row that fails stands alone and is put back or quarantined. */
  private async refresh(libraryId: string, mediaIds: readonly string[]): Promise<DrainResult> {
    if (mediaIds.length === 0) return { refreshed: 0, failed: 0 };
    try {
      const refreshed = await this.transactions.run((manager) => this.refreshBatch(manager, libraryId, mediaIds));
      return { refreshed, failed: 0 };
    } catch (error) {
      if (!this.dirtyKeys.isPoison(error)) throw error;
      if (mediaIds.length === 1) {
        await this.dirtyKeys.postpone(libraryId, mediaIds, error);
        return { refreshed: 0, failed: 1 };
      }
      const middle = Math.ceil(mediaIds.length / 2);
      const first = await this.refresh(libraryId, mediaIds.slice(0, middle));
      const second = await this.refresh(libraryId, mediaIds.slice(middle));
      return { refreshed: first.refreshed + second.refreshed, failed: first.failed + second.failed };
    }
  }

  private async refreshBatch(manager: EntityManager, libraryId: string, mediaIds: readonly string[]): Promise<number> {
    // Somebody else is at work on the library: its keys are theirs, and this worker looks elsewhere.
    if (!(await tryLockLibrary(manager, libraryId))) return 0;
    const claimed = await this.dirtyKeys.claim(manager, libraryId, mediaIds);
    if (claimed.length > 0) await this.changes.refreshStale(manager, libraryId, claimed);
    return claimed.length;
  }
}
