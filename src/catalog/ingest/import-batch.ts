/** Collects records into batches that the store can apply: deletions first, then the rest in the order of the lines. */
import type { CatalogRecord, DeleteRecord, UpsertRecord } from './records/catalog-record';
import type { RefusedLine } from './lines/line-error';

/** Refused lines that are told one by one; the others are counted. */
export const REPORTED_REFUSALS = 100;

/** Text that a batch may hold beside the count of its records, so that long records do not fill the memory. */
const BATCH_MAX_CHARS = 8 * 1_048_576;

/** Some consecutive lines. Applying `deletes` before `upserts` means the same as applying the lines in order. */
export interface ImportBatch {
  readonly deletes: readonly DeleteRecord[];
  readonly upserts: readonly UpsertRecord[];
  /** Lines that could not be read, the first `REPORTED_REFUSALS` of them. */
  readonly refused: readonly RefusedLine[];
  readonly refusedCount: number;
}

/** Fills one batch. */
export class BatchBuilder {
  private readonly deletes: DeleteRecord[] = [];
  private readonly upserts: UpsertRecord[] = [];
  private readonly refused: RefusedLine[] = [];
  private refusedCount = 0;
  private chars = 0;
  /** The items that the upserts so far are about. */
  private readonly touched = new Set<string>();

  constructor(private readonly maxRecords: number) {}

  /** Whether no line was added. */
  get isEmpty(): boolean {
    return this.deletes.length + this.upserts.length + this.refusedCount === 0;
  }

  /** Whether the batch is to be applied before more is added. */
  get isFull(): boolean {
    return this.deletes.length + this.upserts.length >= this.maxRecords || this.chars >= BATCH_MAX_CHARS;
  }

  /**
   * Whether the record may join: a deletion may not when it would mean something else before the upserts than behind
   * them. What has items below it may concern any of them, since they need not be where their records say.
   */
  fits(record: CatalogRecord): boolean {
    if (record.type === 'delete_library') return this.upserts.length === 0;
    if (record.type !== 'delete_media') return true;
    const isLeaf = record.kind === 'movie' || record.kind === 'episode';
    return isLeaf ? !this.touched.has(record.mediaId) : this.upserts.length === 0;
  }

  /** Adds a record that fits. */
  add(record: CatalogRecord): void {
    if (record.type === 'delete_media' || record.type === 'delete_library') {
      this.deletes.push(record);
      return;
    }
    this.upserts.push(record);
    if (record.type !== 'library') this.touched.add(record.mediaId);
    if (record.type === 'media') this.chars += record.chars;
  }

  /** Adds a line that could not be read. */
  refuse(refusal: RefusedLine): void {
    this.refusedCount += 1;
    if (this.refused.length < REPORTED_REFUSALS) this.refused.push(refusal);
  }

  /** The batch; the builder is not used any more. */
  build(): ImportBatch {
    return {
      deletes: this.deletes,
      upserts: this.upserts,
      refused: this.refused,
      refusedCount: this.refusedCount,
    };
  }
}
