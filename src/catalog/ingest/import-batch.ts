import type { RefusedLine } from './lines/line-error';
import type { CatalogRecord, DeleteRecord, UpsertRecord } from './records/catalog-record';

/** Maximum number of refused lines that are reported. Further ones are only counted. */
export const REPORTED_REFUSALS = 100;

/** Total length of item records at which a batch is full, in UTF-16 code units of JSON. */
const BATCH_MAX_CHARS = 8 * 1_048_576;

/**
 * Collects the records of consecutive lines. Applying `deletes` before `upserts` has the same result as applying the
 * lines in order.
 */
export class ImportBatch {
  readonly deletes: DeleteRecord[] = [];
  readonly upserts: UpsertRecord[] = [];
  /** The first lines that could not be read, at most `REPORTED_REFUSALS`. */
  readonly refused: RefusedLine[] = [];
  /** Number of lines that could not be read. */
  refusedCount = 0;
  private chars = 0;
  /** Ids of the items that the upserts write, or whose watch states they write. */
  private readonly writtenIds = new Set<string>();

  constructor(private readonly maxRecords: number) {}

  /** Whether nothing was added. */
  get isEmpty(): boolean {
    return this.size + this.refusedCount === 0;
  }

  /** Number of records. */
  get size(): number {
    return this.deletes.length + this.upserts.length;
  }

  /** Whether the batch must be applied before more records are added. */
  get isFull(): boolean {
    return this.size >= this.maxRecords || this.chars >= BATCH_MAX_CHARS;
  }

  /**
   * Whether the record can be added to the batch. A deletion cannot be added if it may affect a record of the upserts,
   * because deletions are applied first. The deletion of a library, series or season may affect any of them, because a
   * stored item may have other parents than its record names.
   */
  canAdd(record: CatalogRecord): boolean {
    if (record.type === 'delete_library') return this.upserts.length === 0;
    if (record.type !== 'delete_media') return true;
    const isLeaf = record.kind === 'movie' || record.kind === 'episode';
    return isLeaf ? !this.writtenIds.has(record.mediaId) : this.upserts.length === 0;
  }

  /** Adds a record for which `canAdd` returns true. */
  add(record: CatalogRecord): void {
    if (record.type === 'delete_media' || record.type === 'delete_library') {
      this.deletes.push(record);
      return;
    }
    this.upserts.push(record);
    if (record.type !== 'library') this.writtenIds.add(record.mediaId);
    if (record.type === 'media') this.chars += record.chars;
  }

  /** Adds a line that could not be read. */
  refuse(refusal: RefusedLine): void {
    this.refusedCount += 1;
    if (this.refused.length < REPORTED_REFUSALS) this.refused.push(refusal);
  }
}
