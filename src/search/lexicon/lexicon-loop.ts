import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type BackgroundLoop, BackgroundLoops, NOTHING_TO_DO } from '../../common/processes/background-loops';
import { Transactions } from '../../database/transactions';
import { type LexiconState, LexiconStore } from './lexicon.store';

/** Milliseconds between looks at the catalog's revision. */
const TICK_MS = 1_000;
/** A catalog is quiet when it stood for so long: on a slow machine, seconds pass between two batches of one import. */
const QUIET_MS = 5_000;
/** A count waits for the catalog to be quiet, but for no longer than this. */
const LONGEST_WAIT_MS = 60_000;
/** A count is followed by a rest of so many times its duration, after growth or shrinkage by a tenth of one. */
const REST_FACTOR = 5;
const REST_FACTOR_AFTER_BULK = 1;
const BULK_SHARE = 0.1;
const SHORTEST_REST_MS = 3_000;
/** Merging rests so many times as long as it took: more at once costs less, but searches read what is not merged. */
const MERGE_REST_FACTOR = 1;

/**
 * Keeps the lexicon and the index close behind the catalog once it is started. A word that is not
 * counted yet is found all the same, so nothing waits for this.
 */
@Injectable()
export class LexiconLoop {
  private readonly logger = new Logger(LexiconLoop.name);
  private readonly following: BackgroundLoop;
  /** Beside the merges: a count takes longer than searches should wait for one. */
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

  /** Seconds for which this process has seen the catalog ahead of the counted words; 0 when it is not. */
  get ageSeconds(): number {
    return this.aheadSince === null ? 0 : (performance.now() - this.aheadSince) / 1000;
  }

  /** Merges and counts now, whatever the age. */
  async refresh(): Promise<void> {
    await Promise.all([this.following.settled(), this.counting.settled()]);
    await this.transactions.run((manager) => this.store.mergePostings(manager));
    await this.transactions.run((manager) => this.store.refresh(manager));
  }

  /**
   * Counts at once if the catalog grew or shrank by a tenth since the last count, for a command that knows that its bulk
   * is through: the loop of a server would wait for quiet, and words that are not counted make searches slow till then.
   * A failure is only logged; a loop counts later.
   */
  async refreshAfterBulk(): Promise<void> {
    try {
      if (isBulk(await this.store.readState(this.dataSource.manager))) await this.refresh();
    } catch (error) {
      this.logger.warn('The words could not be counted.', error);
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
    // During an import too: the writer then need not stop to merge by itself, and searches find little to read.
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

/** Whether a count is worth its time now; `unrestMs` is how long ago the catalog was quiet, 0 if it is. */
export function isDue(state: LexiconState, unrestMs: number): boolean {
  if (isCounted(state)) return false;
  const factor = unrestMs === 0 && isBulk(state) ? REST_FACTOR_AFTER_BULK : REST_FACTOR;
  if (state.ageMs < Math.max(SHORTEST_REST_MS, state.durationMs * factor)) return false;
  return unrestMs === 0 || unrestMs > LONGEST_WAIT_MS;
}

/**
 * Whether the words that were counted are those of the present. Rows that are derived again come back without a new
 * revision: a count that ran while they were away lacks them.
 */
function isCounted({ countedRevision, catalogRevision, countedDocuments, documents }: LexiconState): boolean {
  return countedRevision === catalogRevision && countedDocuments === documents;
}

/** Whether a catalog grew or shrank by a tenth since its words were counted. */
export function isBulk({ documents, countedDocuments }: LexiconState): boolean {
  return Math.abs(documents - countedDocuments) > countedDocuments * BULK_SHARE;
}
