/** Collects records into batches that the store applies as deletions first, then upserts in line order. */
import type { CatalogRecord, DeleteRecord, UpsertRecord } from './records/catalog-record';
import type { RefusedLine } from './lines/line-error';

/** Maximum number of refused lines that are reported individually. Further ones are only counted. */
export const REPORTED_REFUSALS = 100;

/** Maximum length of the records of a batch, in UTF-16 code units of JSON. Limits memory when records are long. */
const BATCH_MAX_CHARS = 8 * 1_048_576;

/** Consecutive lines. Applying `deletes` before `upserts` gives the same result as applying the lines in order. */
export interface ImportBatch {
  readonly deletes: readonly DeleteRecord[];
  readonly upserts: readonly UpsertRecord[];
  /** Lines that could not be read, the first `REPORTED_REFUSALS` of them. */
  readonly refused: readonly RefusedLine[];
  readonly refusedCount: number;
}

/** Builds one batch. */
export class BatchBuilder {
  private readonly deletes: DeleteRecord[] = [];
  private readonly upserts: UpsertRecord[] = [];
  private readonly refused: RefusedLine[] = [];
  private refusedCount = 0;
  private chars = 0;
  /** Ids of the items that the upserts write. */
  private readonly touched = new Set<string>();

  constructor(private readonly maxRecords: number) {}

  /** Whether nothing was added. */
  get isEmpty(): boolean {
    return this.deletes.length + this.upserts.length + this.refusedCount === 0;
  }

  /** Whether the batch must be applied before more records are added. */
  get isFull(): boolean {
    return this.deletes.length + this.upserts.length >= this.maxRecords || this.chars >= BATCH_MAX_CHARS;
  }

  /**
   * Whether the record can join the batch. A deletion cannot when moving it before the upserts would change the result.
   * Deleting a library, series or season may affect any item, because a stored item may have other parents than its
   * record names.
   */
  fits(record: CatalogRecord): boolean {
    if (record.type === 'delete_library') return this.upserts.length === 0;
    if (record.type !== 'delete_media') return true;
    const isLeaf = record.kind === 'movie' || record.kind === 'episode';
    return isLeaf ? !this.touched.has(record.mediaId) : this.upserts.length === 0;
  }

  /** Adds a record. `fits` must be true for it. */
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

  /** Returns the batch. The builder must not be used afterwards. */
  build(): ImportBatch {
    return {
      deletes: this.deletes,
      upserts: this.upserts,
      refused: this.refused,
      refusedCount: this.refusedCount,
    };
  }
}
