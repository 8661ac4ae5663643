import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Transactions } from '../database/transactions';
import { type LexiconState, LexiconStore } from './lexicon.store';

/** Milliseconds between looks at the catalog's revision. */
const TICK_MS = 1_000;
/** A catalog is quiet when it stood for so long: on a slow machine, seconds pass between two batches of one import. */
const QUIET_MS = 5_000;
/** A count waits for the catalog to be quiet, but for no longer than this. */
const LONGEST_WAIT_MS = 60_000;
/** Counting takes at most one part in so many of the time, and one in two while catalogs grow or shrink by a tenth. */
const REST_FACTOR = 20;
const REST_FACTOR_AFTER_BULK = 1;
const BULK_SHARE = 0.1;
const SHORTEST_REST_MS = 3_000;
/** Merging rests so many times as long as it took: more at once costs less, but searches read what is not merged. */
const MERGE_REST_FACTOR = 1;

/**
 * Keeps the lexicon and the index close behind the catalog for as long as the application runs. A word that is not
 * counted yet is searched as a rare one, so nothing waits for this.
 */
@Injectable()
export class LexiconLoop implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(LexiconLoop.name);
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> | null = null;
  private counting: Promise<void> | null = null;
  private seenRevision = -1;
  private changedAt = 0;
  private quietAt = performance.now();
  private mergedRevision = -1;
  private mergeAgainAt = 0;

  constructor(
    private readonly store: LexiconStore,
    private readonly transactions: Transactions,
    private readonly dataSource: DataSource,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => this.tick(), TICK_MS);
  }

  /** Before the connections close: what runs then ends with them. */
  async beforeApplicationShutdown(): Promise<void> {
    if (this.timer !== null) clearInterval(this.timer);
    await Promise.all([this.running, this.counting]);
  }

  /** Merges and counts now, whatever the age. */
  async refresh(): Promise<void> {
    await Promise.all([this.running, this.counting]);
    await this.transactions.run((manager) => this.store.mergePostings(manager));
    await this.transactions.run((manager) => this.store.refresh(manager));
  }

  /**
   * Counts at once if the catalog grew or shrank by a tenth since the last count, for a command that knows that its bulk
   * is through: the loop of a server would wait for quiet, and words that are not counted make searches slow till then.
   * A failure is only logged; a loop counts later.
   */
  async refreshAfterBulk(): Promise<void> {
    await this.attempt(async () => {
      if (isBulk(await this.store.readState(this.dataSource.manager))) await this.refresh();
    });
  }

  private tick(): void {
    this.running ??= this.attempt(() => this.follow()).finally(() => {
      this.running = null;
    });
  }

  private async follow(): Promise<void> {
    const state = await this.store.readState(this.dataSource.manager);
    const now = performance.now();
    if (state.catalogRevision !== this.seenRevision) this.changedAt = now;
    this.seenRevision = state.catalogRevision;
    if (now - this.changedAt >= QUIET_MS) this.quietAt = now;
    if (isDue(state, now - this.quietAt)) this.count();
    // During an import too: the writer then need not stop to merge by itself, and searches find little to read.
    if (this.mergedRevision !== state.catalogRevision && performance.now() >= this.mergeAgainAt) {
      await this.merge(state.catalogRevision);
    }
  }

  /** Beside the merges: a count takes longer than searches should wait for one. */
  private count(): void {
    this.counting ??= this.attempt(async () => {
      await this.transactions.run((manager) => this.store.refresh(manager));
    }).finally(() => {
      this.counting = null;
    });
  }

  /** A later tick tries again what fails; until then searches use what was counted before. */
  private async attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.logger.warn(error instanceof Error ? error.message : 'The lexicon could not be counted.');
    }
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
  if (state.countedRevision === state.catalogRevision) return false;
  const factor = unrestMs === 0 && isBulk(state) ? REST_FACTOR_AFTER_BULK : REST_FACTOR;
  if (state.ageMs < Math.max(SHORTEST_REST_MS, state.durationMs * factor)) return false;
  return unrestMs === 0 || unrestMs > LONGEST_WAIT_MS;
}

/** Whether a catalog grew or shrank by a tenth since its words were counted. */
export function isBulk({ documents, countedDocuments }: LexiconState): boolean {
  return Math.abs(documents - countedDocuments) > countedDocuments * BULK_SHARE;
}
