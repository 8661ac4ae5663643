import { Injectable } from '@nestjs/common';
import { classifyDatabaseError } from '../../database/pg-errors';
import { BatchRefresher, type BatchResult, BUSY_WAIT_MS, NO_ROWS, type RefreshedRows } from './batch-refresher';
import { DirtyKeyStore } from './dirty-key.store';

/** Number of libraries processed at once: the process derives rows of one while the database writes rows of another. */
const CONCURRENT_LIBRARIES = 2;

/** Maximum number of consecutive batches of one library, so that the other libraries do not wait for a long queue. */
const CONSECUTIVE_BATCHES_MAX = 10;

/** Time in milliseconds without progress after which `drainUntilEmpty` gives up. */
const NO_PROGRESS_MS = 30_000;

/**
 * Drains the queue of dirty keys, library by library, in bounded batches. Each batch is one transaction, unless a row
 * fails. Any number of refreshers can run, in any number of processes: only one at a time processes a library. If a
 * process ends in the middle of a transaction, the keys of the transaction stay in the queue.
 */
@Injectable()
export class Refresher {
  constructor(
    private readonly dirtyKeys: DirtyKeyStore,
    private readonly batches: BatchRefresher,
  ) {}

  /**
   * Works until no key is due, or until the current batch ends after `isStopping` has returned true. Libraries that
   * other transactions have locked come last. If the lock of a library is not free within a second, its keys stay in
   * the queue. If a batch fails because of a conflict with another transaction, this drain skips its library, and
   * throws the error after the other libraries are done.
   */
  async drain(isStopping: () => boolean = () => false): Promise<RefreshedRows> {
    const drain = new Drain(isStopping);
    for (let hasProgress = true; hasProgress && !isStopping();) {
      const libraries = (await this.dirtyKeys.listDueLibraries()).filter((id) => !drain.failures.has(id));
      const busy: string[] = [];
      const processedBefore = drain.processed;
      const processLibraries = async (): Promise<void> => {
        for (let libraryId = libraries.shift(); libraryId !== undefined; libraryId = libraries.shift()) {
          if (await this.refreshBatches(libraryId, drain)) busy.push(libraryId);
        }
      };
      await awaitAll(Array.from({ length: CONCURRENT_LIBRARIES }, processLibraries));
      for (const libraryId of drain.processed > processedBefore ? [] : busy) {
        if (isStopping()) break;
        await drain.attempt(libraryId, () => this.batches.refreshDue(libraryId, BUSY_WAIT_MS));
      }
      hasProgress = drain.processed > processedBefore;
    }
    const [failure] = drain.failures.values();
    if (failure !== undefined) throw failure;
    return drain.total;
  }

  /**
   * Drains until no key is due. Also waits for other refreshers, such as the loop of this process, because they may
   * process a library for longer than `drain` waits. Gives up after half a minute without progress. Ends earlier if
   * `isStopping` returns true.
   */
  async drainUntilEmpty(isStopping: () => boolean = () => false): Promise<RefreshedRows> {
    const total = { refreshed: 0, failed: 0 };
    let previouslyWaiting = Infinity;
    for (let since = performance.now(); performance.now() - since < NO_PROGRESS_MS && !isStopping();) {
      const { refreshed, failed } = await this.drain(isStopping);
      total.refreshed += refreshed;
      total.failed += failed;
      if ((await this.dirtyKeys.listDueLibraries()).length === 0) break;
      const { waiting } = await this.dirtyKeys.count();
      if (refreshed + failed > 0 || waiting < previouslyWaiting) since = performance.now();
      previouslyWaiting = waiting;
    }
    return total;
  }

  /** Refreshes the next batches of a library. Returns whether another transaction holds the lock of the library. */
  private async refreshBatches(libraryId: string, drain: Drain): Promise<boolean> {
    for (let batches = 0; batches < CONSECUTIVE_BATCHES_MAX && !drain.isStopping(); batches += 1) {
      const batch = await drain.attempt(libraryId, () => this.batches.refreshDue(libraryId, 0));
      if (batch.busy) return true;
      if (batch.refreshed + batch.failed < this.batches.batchSize) break;
    }
    return false;
  }
}

/** Waits for all promises and then throws the first error, so that none is pending when the caller gets the error. */
async function awaitAll(promises: readonly Promise<void>[]): Promise<void> {
  await Promise.allSettled(promises);
  await Promise.all(promises);
}

/** One drain in progress: its sums, and the libraries that it skips because they failed. */
class Drain {
  readonly total = { refreshed: 0, failed: 0 };
  readonly failures = new Map<string, Error>();

  constructor(readonly isStopping: () => boolean) {}

  /** Number of rows that were refreshed or failed. */
  get processed(): number {
    return this.total.refreshed + this.total.failed;
  }

  /**
   * Adds the result of `work` to the sums. A conflict with another transaction excludes the library from this drain.
   * Throws any other error.
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
      return NO_ROWS;
    }
  }
}
