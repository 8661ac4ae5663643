import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { failpoint } from '../../common/failpoint';
import type { Config } from '../../common/config/config';
import { CONFIG } from '../../common/config/config.token';
import { LibraryBusyError, lockLibraryWithin, tryLockLibrary } from '../../database/locks/library-lock';
import { classifyDatabaseError } from '../../database/pg-errors';
import { Transactions } from '../../database/transactions';
import { CatalogChanges } from './catalog-changes';
import { DirtyKeyStore } from './dirty-key.store';

/** The result of draining the queue. */
export interface DrainResult {
  /** Rows derived again. */
  refreshed: number;
  /** Rows that failed and wait for their next attempt, or are quarantined. */
  failed: number;
}

/** The result of one batch; `busy` if another transaction holds the lock of the library. */
type BatchResult = DrainResult & { readonly busy: boolean };

/** Number of libraries that are processed at the same time: one is derived here while the database writes another. */
const LANES = 2;

/** Number of batches of one library before the next library gets its turn. */
const BATCHES_PER_TURN = 10;

/** Maximum wait in milliseconds for the lock of a library, if there is nothing else to do. */
const BUSY_WAIT_MS = 1_000;

/** `drainWithOthers` gives up if nobody has made progress for this time in milliseconds. */
const FRUITLESS_MS = 30_000;

const NOTHING: BatchResult = { refreshed: 0, failed: 0, busy: false };

/**
 * Drains the queue of dirty keys, library by library, in bounded batches. Each batch is one transaction. Any number of
 * refreshers can run, in any number of processes: only one at a time processes a library. If a process ends in the
 * middle of a batch, the keys of the batch stay in the queue.
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

  /**
   * Works until no key is due, or until the current batch ends after `isStopping` has returned true. Libraries that
   * other transactions have locked come last. If the lock of a library is not free within a second, its keys stay in
   * the queue. If a library fails, the error is thrown after all others are done.
   */
  async drain(isStopping: () => boolean = () => false): Promise<DrainResult> {
    const drain = new Drain(isStopping);
    for (let progress = true; progress && !isStopping();) {
      const libraries = (await this.dirtyKeys.listDueLibraries()).filter((id) => !drain.failures.has(id));
      const busy: string[] = [];
      progress = false;
      const lane = async (): Promise<void> => {
        for (let libraryId = libraries.shift(); libraryId !== undefined; libraryId = libraries.shift()) {
          const turn = await this.turn(libraryId, drain);
          if (turn.busy) busy.push(libraryId);
          progress ||= turn.refreshed + turn.failed > 0;
        }
      };
      await allToTheirEnd(Array.from({ length: LANES }, lane));
      for (const libraryId of progress ? [] : busy) {
        const waited = await drain.attempt(libraryId, () => this.refreshNext(libraryId, BUSY_WAIT_MS));
        progress ||= waited.refreshed + waited.failed > 0;
      }
    }
    const [failure] = drain.failures.values();
    if (failure !== undefined) throw failure;
    return drain.total;
  }

  /**
   * Drains until no key is due, whoever does the work: another refresher, such as the loop of this process, may process
   * a library for longer than `drain` waits. Gives up after half a minute without progress; `isStopping` ends it
   * earlier.
   */
  async drainWithOthers(isStopping: () => boolean = () => false): Promise<DrainResult> {
    const total: DrainResult = { refreshed: 0, failed: 0 };
    let left = Infinity;
    for (let since = performance.now(); performance.now() - since < FRUITLESS_MS && !isStopping();) {
      const { refreshed, failed } = await this.drain(isStopping);
      total.refreshed += refreshed;
      total.failed += failed;
      if ((await this.dirtyKeys.listDueLibraries()).length === 0) break;
      const { waiting } = await this.dirtyKeys.count();
      if (refreshed + failed > 0 || waiting < left) since = performance.now();
      left = waiting;
    }
    return total;
  }

  private async turn(libraryId: string, drain: Drain): Promise<BatchResult> {
    const turn = { ...NOTHING };
    for (let batches = 0; batches < BATCHES_PER_TURN && !drain.isStopping(); batches += 1) {
      const batch = await drain.attempt(libraryId, () => this.refreshNext(libraryId, 0));
      turn.refreshed += batch.refreshed;
      turn.failed += batch.failed;
      if (batch.busy) return { ...turn, busy: true };
      if (batch.refreshed + batch.failed < this.batchSize) break;
    }
    return turn;
  }

  /** Refreshes one batch of due keys. If it fails, refreshes its halves, until only the failing row remains. */
  private async refreshNext(libraryId: string, waitMs: number): Promise<BatchResult> {
    let claimed: string[] = [];
    try {
      return await this.transactions.run(async (manager) => {
        if (!(await enter(manager, libraryId, waitMs))) return { ...NOTHING, busy: true };
        claimed = await this.dirtyKeys.claimDue(manager, libraryId, this.batchSize);
        return this.refreshClaimed(manager, libraryId, claimed);
      });
    } catch (error) {
      if (error instanceof LibraryBusyError) return { ...NOTHING, busy: true };
      if (claimed.length === 0 || !this.dirtyKeys.isPoison(error)) throw error;
      return this.split(libraryId, claimed, error);
    }
  }

  private async split(libraryId: string, mediaIds: readonly string[], error: unknown): Promise<BatchResult> {
    if (mediaIds.length === 1) {
      await this.dirtyKeys.postpone(libraryId, mediaIds, error);
      return { ...NOTHING, failed: 1 };
    }
    const middle = Math.ceil(mediaIds.length / 2);
    const first = await this.refreshHalf(libraryId, mediaIds.slice(0, middle));
    const second = await this.refreshHalf(libraryId, mediaIds.slice(middle));
    return { ...NOTHING, refreshed: first.refreshed + second.refreshed, failed: first.failed + second.failed };
  }

  private async refreshHalf(libraryId: string, mediaIds: readonly string[]): Promise<BatchResult> {
    try {
      return await this.transactions.run(async (manager) => {
        if (!(await enter(manager, libraryId, BUSY_WAIT_MS))) return { ...NOTHING, busy: true };
        const claimed = await this.dirtyKeys.claim(manager, libraryId, mediaIds);
        return this.refreshClaimed(manager, libraryId, claimed);
      });
    } catch (error) {
      if (error instanceof LibraryBusyError) return { ...NOTHING, busy: true };
      if (!this.dirtyKeys.isPoison(error)) throw error;
      return this.split(libraryId, mediaIds, error);
    }
  }

  private async refreshClaimed(
    manager: EntityManager,
    libraryId: string,
    claimed: readonly string[],
  ): Promise<BatchResult> {
    failpoint('refresh.claimed');
    if (claimed.length > 0) await this.changes.refreshStale(manager, libraryId, claimed);
    failpoint('refresh.derived');
    return { ...NOTHING, refreshed: claimed.length };
  }
}

/**
 * Waits for all lanes and then throws the first error, so that no lane still works when the caller learns of the error.
 */
async function allToTheirEnd(lanes: readonly Promise<void>[]): Promise<void> {
  await Promise.allSettled(lanes);
  await Promise.all(lanes);
}

/** Takes the lock of the library; false if another transaction holds it and `waitMs` is 0 or over. */
async function enter(manager: EntityManager, libraryId: string, waitMs: number): Promise<boolean> {
  if (waitMs === 0) return tryLockLibrary(manager, libraryId);
  await lockLibraryWithin(manager, libraryId, waitMs);
  return true;
}

/** One drain in progress: its sums, and the libraries that it skips because they failed. */
class Drain {
  readonly total: DrainResult = { refreshed: 0, failed: 0 };
  readonly failures = new Map<string, Error>();

  constructor(readonly isStopping: () => boolean) {}

  /**
   * Counts the result of `work`. If the library was only busy, its keys stay in the queue. An error that concerns all
   * libraries is thrown.
   */
  async attempt(libraryId: string, work: () => Promise<BatchResult>): Promise<BatchResult> {
    try {
      const result = await work();
      this.total.refreshed += result.refreshed;
      this.total.failed += result.failed;
      return result;
    } catch (error) {
      if (!(error instanceof Error) || classifyDatabaseError(error) !== 'conflict_retry') throw error;
      this.failures.set(libraryId, error);
      return NOTHING;
    }
  }
}
