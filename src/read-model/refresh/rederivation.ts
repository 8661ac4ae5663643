import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Config } from '../../common/config/config';
import { NOTHING_TO_DO } from '../../common/processes/background-loops';
import { CONFIG } from '../../common/config/config.token';
import { LibraryBusyError, lockLibraries, lockLibraryWithin } from '../../database/locks/library-lock';
import { withSessionLock } from '../../database/locks/session-lock';
import { Transactions } from '../../database/transactions';
import { COUNT_AGAIN_SQL } from '../../search/lexicon/lexicon.sql';
import { OlderWordsStore } from '../../search/lexicon/older-words.store';
import { DERIVATION_RULES, rulesVersionSql } from '../media/derivation-rules';
import { CatalogChanges } from './catalog-changes';
import { DirtyKeyStore } from './dirty-key.store';

/*
 * "Rows of older rules" are rows that the rules of an earlier release derived: read-model rows with a version of the
 * rules below `DERIVATION_RULES`, and rows of words with a version below `WORD_RULES`.
 */

/** Maximum number of rows of a range, which one statement reads. */
const RANGE_ROWS = 5_000;
/** Maximum number of libraries that one statement lists. */
const LISTED_LIBRARIES = 1_000;

/** Maximum wait in milliseconds of a batch for the lock of its library. */
const BUSY_WAIT_MS = 1_000;

/** Maximum number of runs to skip while rows of older rules are queued. */
const SKIPPED_MAX = 30;

/** Key of the advisory lock that allows one process at a time to derive rows of older rules again. */
const REDERIVE_LOCK = 0x72756c65;

/** The next libraries. Parameter: 1 library to start after, or null. */
const LIBRARIES_SQL = `
SELECT library_id FROM libraries WHERE $1::uuid IS NULL OR library_id > $1 ORDER BY library_id LIMIT ${LISTED_LIBRARIES}`;

/**
 * Reads the next rows of a library. Returns the id of the last row (null if fewer than the maximum were read), and the
 * ids of rows of older rules. Rows of older rules in the queue are only counted, because the refresher derives them.
 * Parameters: 1 library, 2 media id to start after, or null, 3 maximum number of rows, 4 version of the rules.
 */
const OLDER_SQL = `
WITH range AS (
  SELECT media_id, ${rulesVersionSql('derived_hash')} < $4 AS is_older FROM intelligence_media_context
   WHERE library_id = $1 AND ($2::uuid IS NULL OR media_id > $2) ORDER BY media_id LIMIT $3
)
SELECT CASE WHEN count(*) = $3 THEN max(r.media_id::text) END AS last,
       coalesce(array_agg(r.media_id::text ORDER BY r.media_id) FILTER (WHERE r.is_older AND q.media_id IS NULL), '{}')
         AS older,
       (count(*) FILTER (WHERE r.is_older AND q.media_id IS NOT NULL))::integer AS queued
  FROM range r LEFT JOIN intelligence_dirty_keys q ON q.library_id = $1 AND q.media_id = r.media_id`;

interface OlderRange {
  readonly last: string | null;
  readonly older: readonly string[];
  readonly queued: number;
}

/**
 * Derives the rows again that the rules of an earlier release derived: read-model rows of items, and rows of words in
 * the lexicon and in the spellings. Queues rows only if their batch fails, because servers of that release would take
 * them off the queue and derive them by the old rules.
 */
@Injectable()
export class Rederivation {
  /** Number of coming runs that do nothing (see `run`). */
  private runsToSkip = 0;
  /** Number of ranges that the last search read. */
  private rangesRead = 0;
  private hasFailed = false;
  /** Number of items whose rows this class still has to derive, by library. Null before the first count. */
  private olderItems: Map<string, number> | null = null;
  /** Number of rows of older rules in the queue. The refresher derives them. Quarantined rows count, too. */
  private queuedItems = 0;
  /** Number of rows of words that older rules derived (see `OlderWordsStore.count`). */
  private olderWords = 0;

  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly changes: CatalogChanges,
    private readonly dirtyKeys: DirtyKeyStore,
    private readonly words: OlderWordsStore,
    @Inject(CONFIG) private readonly config: Pick<Config, 'readModel'>,
  ) {}

  /**
   * Number of rows of older rules, including queued ones: the last count of this process, less the rows that it has
   * derived since. Null before the first count.
   */
  get olderRows(): number | null {
    if (this.olderItems === null) return null;
    return [...this.olderItems.values()].reduce((sum, rows) => sum + rows, this.queuedItems + this.olderWords);
  }

  /**
   * Searches all rows, and derives those of older rules again, in batches of one transaction each. Servers of an
   * earlier release can write such rows at any time, so the search is repeated. After a run, skips one run for each
   * range that the search read, so that a large catalog is searched less often. While rows are queued, skips at most
   * `SKIPPED_MAX` runs, because only a search sees that the refresher has derived them. Skips no run after a failure,
   * unless the previous run failed, too.
   */
  async run(isStopping: () => boolean = () => false): Promise<unknown> {
    if (this.runsToSkip > 0) {
      this.runsToSkip -= 1;
      return NOTHING_TO_DO;
    }
    const hadSucceeded = !this.hasFailed;
    this.hasFailed = true;
    try {
      await this.searchAndDerive(isStopping);
      this.hasFailed = false;
    } finally {
      const isFirstFailure = this.hasFailed && hadSucceeded;
      this.runsToSkip = isFirstFailure ? 0 : Math.min(this.rangesRead, this.queuedItems > 0 ? SKIPPED_MAX : Infinity);
    }
    return undefined;
  }

  private async searchAndDerive(isStopping: () => boolean): Promise<void> {
    const remaining = new Map<string, number>();
    let queued = 0;
    this.rangesRead = 0;
    for await (const libraryId of this.listLibraries()) {
      for await (const range of this.listOlder(libraryId, isStopping)) {
        if (range.older.length > 0) remaining.set(libraryId, (remaining.get(libraryId) ?? 0) + range.older.length);
        queued += range.queued;
        this.rangesRead += 1;
      }
      if (isStopping()) return;
    }
    this.olderWords = await this.words.count();
    this.queuedItems = queued;
    this.olderItems = remaining;
    if (remaining.size > 0 || this.olderWords > 0) {
      await withSessionLock(this.dataSource, [REDERIVE_LOCK], () => this.deriveAll(isStopping));
    }
  }

  private async *listLibraries(): AsyncGenerator<string> {
    for (let after: string | null = null, hasMore = true; hasMore;) {
      const rows: { library_id: string }[] = await this.dataSource.query(LIBRARIES_SQL, [after]);
      for (const { library_id: libraryId } of rows) yield libraryId;
      after = rows.at(-1)?.library_id ?? null;
      hasMore = rows.length === LISTED_LIBRARIES;
    }
  }

  private async *listOlder(libraryId: string, isStopping: () => boolean): AsyncGenerator<OlderRange> {
    for (let after: string | null = null, hasMore = true; hasMore && !isStopping();) {
      const ranges: [OlderRange] = await this.dataSource.query(OLDER_SQL, [
        ...[libraryId, after, RANGE_ROWS, DERIVATION_RULES],
      ]);
      yield ranges[0];
      after = ranges[0].last;
      hasMore = after !== null;
    }
  }

  private async deriveAll(isStopping: () => boolean): Promise<void> {
    for (const libraryId of this.olderItems?.keys() ?? []) {
      if (isStopping()) return;
      await this.deriveLibrary(libraryId, isStopping);
    }
    if (this.olderWords === 0) return;
    await this.words.derive(isStopping);
    this.olderWords = await this.words.count();
  }

  private async deriveLibrary(libraryId: string, isStopping: () => boolean): Promise<void> {
    const batches = this.listBatches(libraryId, isStopping);
    let next = await batches.next();
    for (let isFirst = true; next.done !== true && !isStopping(); isFirst = false) {
      const batch = next.value;
      next = await batches.next();
      // If another writer holds the lock of the library, the next search finds the remaining rows.
      if (!(await this.deriveBatch(libraryId, batch, isFirst || next.done === true))) return;
      this.olderItems?.set(libraryId, Math.max(0, (this.olderItems.get(libraryId) ?? 0) - batch.length));
    }
  }

  private async *listBatches(libraryId: string, isStopping: () => boolean): AsyncGenerator<readonly string[]> {
    const { refreshBatchSize } = this.config.readModel;
    for await (const { older } of this.listOlder(libraryId, isStopping)) {
      for (let start = 0; start < older.length; start += refreshBatchSize) {
        yield older.slice(start, start + refreshBatchSize);
      }
    }
  }

  /**
   * Derives a batch. Returns false if the library is busy. If a row fails, queues the batch; the refresher then
   * isolates the row and tries it again. With `countAgain`, marks the word counts of the library as outdated. Without
   * the mark, they would not be counted again, because the revision of the library stays the same. The first and the
   * last batch of a library set the mark. If the work ends between them, the first batch of the next search sets it.
   */
  private async deriveBatch(libraryId: string, mediaIds: readonly string[], countAgain: boolean): Promise<boolean> {
    try {
      await this.transactions.run(async (manager) => {
        await lockLibraryWithin(manager, libraryId, BUSY_WAIT_MS);
        await this.changes.refreshStale(manager, libraryId, mediaIds);
        if (countAgain) await manager.query(COUNT_AGAIN_SQL, [libraryId]);
      });
    } catch (error) {
      if (error instanceof LibraryBusyError) return false;
      if (!this.dirtyKeys.isCausedByRows(error)) throw error;
      await this.transactions.run(async (manager) => {
        await lockLibraries(manager, [libraryId]);
        await this.dirtyKeys.enqueue(manager, libraryId, mediaIds, 'rules');
        if (countAgain) await manager.query(COUNT_AGAIN_SQL, [libraryId]);
      });
      this.queuedItems += mediaIds.length;
    }
    return true;
  }
}
