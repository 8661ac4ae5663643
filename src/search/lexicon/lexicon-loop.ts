import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type BackgroundLoop, BackgroundLoops, NOTHING_TO_DO } from '../../common/processes/background-loops';
import { Transactions } from '../../database/transactions';
import { type LexiconState, LexiconStore } from './lexicon.store';

/** Milliseconds between checks of the catalog's revision. */
const TICK_MS = 1_000;
/** A catalog without changes for this long is quiet. On a slow machine, batches of one import are seconds apart. */
const QUIET_MS = 5_000;
/** A count waits until the catalog is quiet, but no longer than this. */
const LONGEST_WAIT_MS = 60_000;
/** After a count the loop rests for this multiple of its duration; less if the catalog grew or shrank by a tenth. */
const REST_FACTOR = 5;
const REST_FACTOR_AFTER_BULK = 1;
const BULK_SHARE = 0.1;
const SHORTEST_REST_MS = 3_000;
/** After a merge the loop rests for this multiple of its duration. Longer rests cost less but slow down searches. */
const MERGE_REST_FACTOR = 1;

/**
 * Updates the lexicon and merges the index after changes of the catalog, once it is started. Searches find words that are
 * not counted yet, so nothing waits for this loop.
 */
@Injectable()
export class LexiconLoop {
  private readonly logger = new Logger(LexiconLoop.name);
  private readonly following: BackgroundLoop;
  /** A loop of its own: a count takes longer than merges can wait. */
  private readonly counting: BackgroundLoop;
  private nextCount: 'done' | 'due' | 'later' = 'later';
  private seen = '';
  private aheadSince: number | null = null;
  private changedAt = 0;
  private quietAt = performance.now();
  private mergedRevision = -1;
  private mergeAgainAt = 0;

  constructor(
    private readonly store: LexiconStore,
    private readonly transactions: Transactions,
    private readonly dataSource: DataSource,
    loops: BackgroundLoops,
  ) {
    this.following = loops.add('lexicon', () => this.follow());
    this.counting = loops.add('lexicon-count', () => this.count());
  }

  /** Follows the catalog from now on. */
  start(): void {
    this.following.start(TICK_MS);
  }

  /** Seconds since this process first saw changes that are not counted; 0 if all are counted. */
  get ageSeconds(): number {
    return this.aheadSince === null ? 0 : (performance.now() - this.aheadSince) / 1000;
  }

  /** Merges and counts now. */
  async refresh(): Promise<void> {
    await Promise.all([this.following.settled(), this.counting.settled()]);
    await this.transactions.run((manager) => this.store.mergePostings(manager));
    await this.transactions.run((manager) => this.store.refresh(manager));
  }

  /**
   * Counts at once if the catalog grew or shrank by a tenth since the last count. For commands at the end of an import:
   * the loop of a server would wait until the catalog is quiet, and uncounted words make searches slow until then. A
   * failure is only logged, because the loop counts later.
   */
  async refreshAfterBulk(): Promise<void> {
    try {
      if (isBulk(await this.store.readState(this.dataSource.manager))) await this.refresh();
    } catch (error) {
      this.logger.warn('The lexicon could not be counted; the background loop retries.', error);
    }
  }

  private async follow(): Promise<void> {
    const state = await this.store.readState(this.dataSource.manager);
    const now = performance.now();
    const seen = `${state.catalogRevision}/${state.documents}`;
    if (seen !== this.seen) this.changedAt = now;
    this.seen = seen;
    if (now - this.changedAt >= QUIET_MS) this.quietAt = now;
    this.aheadSince = isCounted(state) ? null : (this.aheadSince ?? now);
    this.nextCount = isCounted(state) ? 'done' : isDue(state, now - this.quietAt) ? 'due' : 'later';
    void this.counting.run();
    // Also during an import: the writer then has no merges to do, and searches have little unmerged to read.
    if (this.mergedRevision !== state.catalogRevision && performance.now() >= this.mergeAgainAt) {
      await this.merge(state.catalogRevision);
    }
  }

  private async count(): Promise<unknown> {
    if (this.nextCount === 'later') return NOTHING_TO_DO;
    if (this.nextCount === 'due') await this.transactions.run((manager) => this.store.refresh(manager));
    return undefined;
  }

  private async merge(revision: number): Promise<void> {
    const started = performance.now();
    await this.store.mergePostings(this.dataSource.manager);
    this.mergedRevision = revision;
    this.mergeAgainAt = performance.now() + MERGE_REST_FACTOR * (performance.now() - started);
  }
}

/** Whether to count now. `unrestMs` is the time since the catalog was quiet, 0 if it is quiet. */
export function isDue(state: LexiconState, unrestMs: number): boolean {
  if (isCounted(state)) return false;
  const factor = unrestMs === 0 && isBulk(state) ? REST_FACTOR_AFTER_BULK : REST_FACTOR;
  if (state.ageMs < Math.max(SHORTEST_REST_MS, state.durationMs * factor)) return false;
  return unrestMs === 0 || unrestMs > LONGEST_WAIT_MS;
}

/**
 * Whether the counts are current. The number of documents is compared too: stale rows that are derived again become
 * servable without a new revision, and a count that ran before lacks them.
 */
function isCounted({ countedRevision, catalogRevision, countedDocuments, documents }: LexiconState): boolean {
  return countedRevision === catalogRevision && countedDocuments === documents;
}

/** Whether the catalog grew or shrank by more than a tenth since the last count. */
export function isBulk({ documents, countedDocuments }: LexiconState): boolean {
  return Math.abs(documents - countedDocuments) > countedDocuments * BULK_SHARE;
}
