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

/** What draining the queue came to. */
export interface DrainResult {
  /** Rows derived again. */
  refreshed: number;
  /** Rows that failed and wait for their next try, or are quarantined. */
  failed: number;
}

/** What became of one batch; `busy` when somebody else works on the library. */
type BatchResult = DrainResult & { readonly busy: boolean };

/** Libraries worked on at the same time: one is derived here while the database writes the other. */
const LANES = 2;

/** Batches of one library before the next library has its turn. */
const BATCHES_PER_TURN = 10;

/** How long a refresher with nothing else to do stands in line behind the writers of a library. */
const BUSY_WAIT_MS = 1_000;

/** Whoever waits for the whole gives up when nobody got anything done for so long. */
const FRUITLESS_MS = 30_000;

const NOTHING: BatchResult = { refreshed: 0, failed: 0, busy: false };

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

  /**
   * Works until no key is due, or `isStopping` says to end after the present batch. Libraries that others work on come
   * last; one whose writers give no turn within a second keeps its keys. Throws what stopped a library, when all
   * others are done.
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
   * Drains until no key is due, whoever does the work: others, such as the loop of this process, may be at a library for
   * longer than `drain` waits for it. Gives up when nothing gets done for half a minute; `isStopping` ends it earlier.
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

  /** One batch of what is due; when it fails, its halves, until the row that fails stands alone. */
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

/** Waits for every lane, so that no work goes on behind the back of whoever is told that one failed; throws the first. */
async function allToTheirEnd(lanes: readonly Promise<void>[]): Promise<void> {
  await Promise.allSettled(lanes);
  await Promise.all(lanes);
}

/** Takes the library's lock; false when somebody else has it and no time was given to wait for it. */
async function enter(manager: EntityManager, libraryId: string, waitMs: number): Promise<boolean> {
  if (waitMs === 0) return tryLockLibrary(manager, libraryId);
  await lockLibraryWithin(manager, libraryId, waitMs);
  return true;
}

/** One drain under way: its sums, and the libraries that are left alone for the rest of it because they failed. */
class Drain {
  readonly total: DrainResult = { refreshed: 0, failed: 0 };
  readonly failures = new Map<string, Error>();

  constructor(readonly isStopping: () => boolean) {}

  /** Counts what `work` did. A library that only lost to others keeps its keys; what concerns all libraries is thrown. */
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
