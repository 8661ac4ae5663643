import { Injectable, Logger } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { type BackgroundLoop, BackgroundLoops, NOTHING_TO_DO } from '../../common/processes/background-loops';
import { leavesConnectionUnusable } from '../../database/pg-errors';
import { Transactions } from '../../database/transactions';
import { isBulk, LexiconSchedule } from './lexicon-schedule';
import { OUTDATED_LIBRARIES_MAX } from './lexicon.sql';
import { LexiconStore } from './lexicon.store';
import { SpellingStore } from './spelling.store';

/** Interval between two checks of the revisions of the libraries, in milliseconds. */
const TICK_MS = 1_000;
/**
 * The loop waits after a merge of the pending lists of GIN indexes for this multiple of the duration of the merge. A
 * longer wait costs less, but slows down searches.
 */
const MERGE_REST_FACTOR = 1;
/**
 * Maximum time in milliseconds that a command waits for another process that counts. The time starts again with each
 * list of libraries, and when the command has counted a library.
 */
const BUSY_WAIT_MS = 3_000;
/** Interval in milliseconds at which a waiting command checks whether the other process still counts. */
const BUSY_POLL_MS = 100;
/** Maximum number of lists of `OUTDATED_LIBRARIES_MAX` libraries that a command counts. The loop counts the others. */
const LISTS_MAX = 100;

interface CountRun {
  /** Number of counted libraries. */
  readonly counted: number;
  /** Whether the run ended early because another process counts. */
  readonly isLocked: boolean;
  readonly failure: Error | undefined;
}

/**
 * Counts words and merges the pending lists of GIN indexes after changes of the catalog. Searches also find words that
 * are not counted yet, so no request waits for this loop.
 */
@Injectable()
export class LexiconLoop {
  private readonly logger = new Logger(LexiconLoop.name);
  private readonly revisionLoop: BackgroundLoop;
  /** A separate loop, because a count takes longer than a merge may wait. */
  private readonly countLoop: BackgroundLoop;
  private readonly schedule = new LexiconSchedule();
  /**
   * The libraries to count next. If the list is empty, there is nothing to count, and a run only adds missing spelling
   * keys. If it is null, a run does nothing: no check has been made yet, or all outdated libraries are counted later.
   */
  private due: readonly string[] | null = null;
  /** Whether this process has added all missing spelling keys since it started and since it last counted words. */
  private hasSpellingKeys = false;
  /** The state of the catalog (`LexiconState.catalog`) at the last merge of pending lists. */
  private mergedCatalog = '';
  private nextMergeAt = 0;

  constructor(
    private readonly store: LexiconStore,
    private readonly spellings: SpellingStore,
    private readonly transactions: Transactions,
    private readonly dataSource: DataSource,
    loops: BackgroundLoops,
  ) {
    this.revisionLoop = loops.add('lexicon', () => this.checkRevisions());
    this.countLoop = loops.add('lexicon-count', (isStopping) => this.countDue(isStopping));
  }

  /** Starts to check the revisions of the libraries at intervals. */
  start(): void {
    this.revisionLoop.start(TICK_MS);
  }

  /** Seconds since this process first saw changes that are not counted; 0 if all are counted. */
  get ageSeconds(): number {
    return this.schedule.uncountedMs(performance.now()) / 1000;
  }

  /**
   * Merges the pending lists now, and counts the libraries with outdated counts, in lists of at most
   * `OUTDATED_LIBRARIES_MAX`. Waits for another process that counts. If that process still counts after `BUSY_WAIT_MS`,
   * leaves the rest to the loop.
   */
  async refresh(): Promise<void> {
    await Promise.all([this.revisionLoop.settled(), this.countLoop.settled()]);
    await this.transactions.run((manager) => this.store.mergePostings(manager));
    let listed = OUTDATED_LIBRARIES_MAX;
    for (let list = 0; listed === OUTDATED_LIBRARIES_MAX && list < LISTS_MAX; list += 1)
      listed = await this.countList();
  }

  /**
   * Reads a list of libraries with outdated counts, counts them, and returns their number. Reads a new list whenever it
   * has waited for another process. Returns 0 if that process still counts after `BUSY_WAIT_MS`.
   */
  private async countList(): Promise<number> {
    let deadline = performance.now() + BUSY_WAIT_MS;
    while (performance.now() < deadline) {
      const { outdated } = await this.store.readState(this.dataSource.manager);
      const { counted, isLocked } = await this.count(outdated.map(({ libraryId }) => libraryId));
      if (!isLocked) return outdated.length;
      if (counted > 0) deadline = performance.now() + BUSY_WAIT_MS;
      await delay(BUSY_POLL_MS);
    }
    return 0;
  }

  /**
   * Immediately counts the libraries with outdated counts if one of them grew or shrank by more than a tenth since its
   * last count, or if they fill a list. For commands at the end of an import: the loop of a server would wait until a
   * library is quiet, and searches are slow until the words are counted. A failure is only logged, because the loop
   * counts later.
   */
  async refreshAfterBulk(): Promise<void> {
    try {
      const { outdated } = await this.store.readState(this.dataSource.manager);
      if (outdated.some(isBulk) || outdated.length === OUTDATED_LIBRARIES_MAX) await this.refresh();
    } catch (error) {
      this.logger.warn('The lexicon could not be counted; the background loop retries.', error);
    }
  }

  private async checkRevisions(): Promise<void> {
    const state = await this.store.readState(this.dataSource.manager);
    const due = this.schedule.update(state, performance.now());
    this.due = state.outdated.length > 0 && due.length === 0 ? null : due;
    void this.countLoop.run();
    // A merge also runs during an import, so that writers need not merge and searches read few unmerged postings.
    if (this.mergedCatalog !== state.catalog && performance.now() >= this.nextMergeAt) {
      await this.merge(state.catalog);
    }
  }

  private async countDue(isStopping: () => boolean): Promise<unknown> {
    const { due } = this;
    if (due === null) return NOTHING_TO_DO;
    this.due = [];
    const { counted } = await this.count(due, isStopping);
    // A run is no success (see `NOTHING_TO_DO`) if it counted none of its libraries, or while a library whose count
    // failed waits for its next count. Otherwise, the loop would be reported as recovered.
    return this.schedule.hasFailures || (counted === 0 && due.length > 0) ? NOTHING_TO_DO : undefined;
  }

  /**
   * Counts the libraries, and adds missing spelling keys. Stops counting if another process counts. At the end, throws
   * the first failure of a count.
   */
  private async count(libraryIds: readonly string[], isStopping: () => boolean = () => false): Promise<CountRun> {
    const run = await this.countEach(libraryIds, isStopping);
    if (run.counted > 0) {
      this.hasSpellingKeys = false;
      await this.transactions.run((manager) => this.store.mergeAndAnalyze(manager));
    }
    if (!this.hasSpellingKeys && !isStopping()) {
      this.hasSpellingKeys = await this.transactions.run((manager) => this.spellings.refresh(manager));
    }
    if (run.failure !== undefined) throw run.failure;
    return run;
  }

  /** Counts each library in a separate transaction, so that searches use its counts early. */
  private async countEach(libraryIds: readonly string[], isStopping: () => boolean): Promise<CountRun> {
    // Not `performance.now()`: the store subtracts this time from `Date.now()`.
    const startedAt = Date.now();
    let counted = 0;
    let isLocked = false;
    let failure: Error | undefined;
    for (const libraryId of libraryIds) {
      if (isStopping()) break;
      try {
        const outcome = await this.transactions.run((manager) => this.store.refresh(manager, libraryId, startedAt));
        isLocked = outcome === 'locked';
        if (isLocked) break;
        this.schedule.noteCounted(libraryId);
        if (outcome === 'counted') counted += 1;
      } catch (error) {
        this.schedule.noteFailure(libraryId, performance.now());
        failure ??= new Error(`The words of library ${libraryId} could not be counted.`, { cause: error });
        // Without a usable connection, the counts of the other libraries would fail too.
        if (leavesConnectionUnusable(error)) break;
      }
    }
    return { counted, isLocked, failure };
  }

  private async merge(catalog: string): Promise<void> {
    const startedAt = performance.now();
    await this.store.mergePostings(this.dataSource.manager);
    this.mergedCatalog = catalog;
    this.nextMergeAt = performance.now() + MERGE_REST_FACTOR * (performance.now() - startedAt);
  }
}
