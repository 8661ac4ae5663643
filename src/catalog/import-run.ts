/** Runs one import: reads and derives the next batch while the database applies the previous one. */
import { setTimeout as delay } from 'node:timers/promises';
import { DerivationError } from '../read-model/media/media-derivation';
import type { CatalogImportResult } from './catalog-import.dto';
import type { BatchPlan, ImportRules } from './ingest/batch-plan';
import { ImportBatch, REPORTED_REFUSALS } from './ingest/import-batch';
import { LINE_ERROR_CODES, type RefusedLine } from './ingest/lines/line-error';
import { RecordParents } from './ingest/record-parents';
import type { CatalogRecord, UpsertRecord } from './ingest/records/catalog-record';
import type { PrecomputedRows } from './precomputed-rows';
import type { Removal } from './removal/removal-plan';

/** Result of reading a line: a record, a refusal, or an unexpected error. */
export type LineResult =
  | { readonly record: CatalogRecord }
  | { readonly refusal: RefusedLine }
  | { readonly failure: unknown; readonly line: number };

/** The methods of `CatalogStore` that an import uses. */
interface RecordStore {
  areReadsServed(): Promise<boolean>;
  precomputeRows(records: readonly UpsertRecord[], parents: RecordParents): Promise<PrecomputedRows>;
  apply(
    records: readonly UpsertRecord[],
    rules: ImportRules,
    precomputed: PrecomputedRows,
  ): Promise<Pick<BatchPlan, 'accepted' | 'unchanged' | 'refused'>>;
  isRecordFault(error: unknown): boolean;
}

/** The method of `CatalogRemovalStore` that an import uses. */
interface RemovalStore {
  removeAll(removals: readonly Removal[], libraryIds: readonly string[] | null): Promise<number>;
}

/** Settings of one import. */
export interface ImportRunSettings extends ImportRules {
  /** Maximum number of records per transaction. */
  readonly batchSize: number;
  /** Returns the number of imports that the process runs, including this one. */
  readonly countImports: () => number;
  /** Called after each batch with the result so far; must not throw. */
  readonly onProgress?: (result: Readonly<CatalogImportResult>) => void;
  /** Called for each record that the service failed to process, or that the database refused; must not throw. */
  readonly onFailure: (line: number, error: unknown) => void;
}

/**
 * Maximum number of records of a batch while a service answers requests from the same database. A larger batch blocks
 * the event loop and one core of the database for longer than a request may wait. If the service starts while a batch
 * is already larger, the batch is written at the next multiple of this number of records.
 */
const SHARED_BATCH_SIZE = 200;
/** Share of the time during which the imports of the process write, while a service answers requests. */
const BUSY_SHARE = 0.5;
/** Maximum pause after a batch while a service answers requests, in milliseconds. */
const PAUSE_MAX_MS = 2_000;

/** Returns how long an import pauses after a batch, in milliseconds, if the process runs `imports` imports. */
export function pauseMs(lastBatchMs: number, imports: number): number {
  return Math.min(lastBatchMs * (imports / BUSY_SHARE - 1), PAUSE_MAX_MS);
}

/** Collects records in batches and applies them in order. Holds at most two batches. */
export class ImportRun {
  private readonly result: CatalogImportResult = { accepted: 0, unchanged: 0, rejected: 0, errors: [] };
  private batch: ImportBatch;
  private readonly recordParents = new RecordParents();
  private applying: Promise<void> = Promise.resolve();
  private precomputing: Promise<unknown> = Promise.resolve();
  /** Milliseconds that the last batch took. Includes the wait until its rows were derived. */
  private lastBatchMs = 0;

  constructor(
    private readonly store: RecordStore,
    private readonly removals: RemovalStore,
    private readonly settings: ImportRunSettings,
  ) {
    this.batch = new ImportBatch(settings.batchSize);
  }

  /**
   * Adds the result of reading a line. If the batch is complete, waits until the previous batch is applied. While a
   * service answers requests from the same database, waits until this batch is applied, too, and pauses.
   */
  async add(lineResult: LineResult): Promise<void> {
    if (!('record' in lineResult)) {
      const isRefused = 'refusal' in lineResult;
      this.batch.refuse(
        isRefused ? lineResult.refusal : this.toFailure(lineResult.line, lineResult.failure, 'not-processed'),
      );
      return;
    }
    if (!this.batch.canAdd(lineResult.record)) await this.flushAndPause(await this.store.areReadsServed());
    this.batch.add(lineResult.record);
    const { isFull, size } = this.batch;
    // `areReadsServed` is a query, so it is not called for each record.
    if (!isFull && size % SHARED_BATCH_SIZE !== 0) return;
    const areReadsServed = await this.store.areReadsServed();
    if (isFull || areReadsServed) await this.flushAndPause(areReadsServed);
  }

  /** Applies the remaining records and returns the result. */
  async finish(): Promise<CatalogImportResult> {
    if (!this.batch.isEmpty) await this.flush();
    await this.applying;
    return this.result;
  }

  /** Waits until the work in progress has ended. Must also be called after a failure. */
  async settle(): Promise<void> {
    await Promise.allSettled([this.applying, this.precomputing]);
  }

  private async flushAndPause(areReadsServed: boolean): Promise<void> {
    await this.flush();
    if (areReadsServed) await this.pause();
  }

  private async flush(): Promise<void> {
    const { batch } = this;
    this.batch = new ImportBatch(this.settings.batchSize);
    const precomputed = this.store.precomputeRows(batch.upserts, this.recordParents);
    this.precomputing = precomputed;
    // The next `await this.applying` rethrows the error. This handler only prevents an unhandled rejection.
    precomputed.catch(() => undefined);
    await this.applying;
    this.applying = this.apply(batch, precomputed);
    this.applying.catch(() => undefined);
  }

  /** Waits until the batch is written, then pauses, so that requests get processor time of the database, too. */
  private async pause(): Promise<void> {
    await this.applying;
    await delay(pauseMs(this.lastBatchMs, this.settings.countImports()));
  }

  private async apply(batch: ImportBatch, precomputed: Promise<PrecomputedRows>): Promise<void> {
    const startedAt = performance.now();
    if (batch.deletes.length > 0) {
      const removed = await this.removals.removeAll(batch.deletes, this.settings.libraryIds);
      this.result.accepted += removed;
      this.result.unchanged += batch.deletes.length - removed;
    }
    const refused = [...batch.refused];
    const rows = await precomputed;
    if (batch.upserts.length > 0) await this.applyUpserts(batch.upserts, rows, refused);
    this.lastBatchMs = performance.now() - startedAt;
    // `refused` begins with the elements of `batch.refused`, which `refusedCount` includes.
    this.result.rejected += batch.refusedCount + refused.length - batch.refused.length;
    refused.sort((left, right) => left.line - right.line);
    this.result.errors.push(...refused.slice(0, REPORTED_REFUSALS - this.result.errors.length));
    this.settings.onProgress?.(this.result);
  }

  /**
   * Applies the records. If a single record makes the batch fail, splits the batch in half until that record is alone.
   */
  private async applyUpserts(
    records: readonly UpsertRecord[],
    precomputed: PrecomputedRows,
    refused: RefusedLine[],
  ): Promise<void> {
    try {
      const plan = await this.store.apply(records, this.settings, precomputed);
      this.result.accepted += plan.accepted;
      this.result.unchanged += plan.unchanged;
      refused.push(...plan.refused);
    } catch (error) {
      if (!this.store.isRecordFault(error)) throw error;
      const [onlyRecord] = records;
      if (onlyRecord !== undefined && records.length === 1) {
        const code = error instanceof DerivationError ? 'not-processed' : 'refused-by-database';
        refused.push(this.toFailure(onlyRecord.line, error, code));
        return;
      }
      const middle = records.length >> 1;
      await this.applyUpserts(records.slice(0, middle), precomputed, refused);
      await this.applyUpserts(records.slice(middle), precomputed, refused);
    }
  }

  private toFailure(line: number, error: unknown, code: 'not-processed' | 'refused-by-database'): RefusedLine {
    this.settings.onFailure(line, error);
    return { line, code, message: LINE_ERROR_CODES[code] };
  }
}
