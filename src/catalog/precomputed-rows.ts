/** Derives read-model rows of imported records before the transaction that writes these records. */
import { mapInSlices } from '../common/processes/slices';
import { DERIVATION } from '../read-model/media/media-deriver';
import { DerivationError } from '../read-model/media/media-derivation';
import type { DerivedMedia } from '../read-model/media/derived-rows';
import { toMediaSource } from './catalog-rows';
import type { BatchPlan } from './ingest/batch-plan';
import type { KnownCatalog } from './ingest/known-catalog';
import type { RecordParents, ResolvedRecord } from './ingest/record-parents';
import type { MediaRecord, UpsertRecord } from './ingest/records/catalog-record';

/** Precomputed read-model rows by record. `source` has the library and series that the rows were derived with. */
export type PrecomputedRows = ReadonlyMap<
  MediaRecord,
  { readonly source: ResolvedRecord; readonly rows: DerivedMedia }
>;

export const NO_PRECOMPUTED_ROWS: PrecomputedRows = new Map();

/**
 * Derives read-model rows of items that are likely to change, while the database still applies the previous batch.
 * `parents` must have resolved exactly the records of the import before `records`. Calls `pause` about once per
 * millisecond of work.
 */
export async function precomputeRows(
  readKnown: (records: readonly UpsertRecord[]) => Promise<KnownCatalog>,
  records: readonly UpsertRecord[],
  parents: RecordParents,
  pause: () => Promise<void>,
): Promise<PrecomputedRows> {
  // Must run before the first `await`: from then on, the caller may resolve later records with `parents`.
  const resolved = records.flatMap((record) => (record.type === 'media' ? (parents.resolve(record) ?? []) : []));
  if (resolved.length === 0) return NO_PRECOMPUTED_ROWS;
  const { media } = await readKnown(resolved.map(({ record }) => record));
  const changed = resolved.filter(
    ({ record: { mediaId, contentHash } }) => media.get(mediaId)?.contentHash !== contentHash,
  );
  const derived = await mapInSlices(changed, (source) => ({ source, rows: deriveOrNull(source) }), pause);
  return new Map(derived.flatMap(({ source, rows }) => (rows === null ? [] : [[source.record, { source, rows }]])));
}

/**
 * Returns the rows of a record, or null if they cannot be derived. The transaction derives them again and throws the
 * error.
 */
function deriveOrNull(source: ResolvedRecord): DerivedMedia | null {
  try {
    return DERIVATION.derive(toMediaSource(source));
  } catch (error) {
    if (error instanceof DerivationError) return null;
    throw error;
  }
}

/**
 * Returns the valid precomputed rows by media UUID. Rows are valid if the plan writes their record, and the library and
 * the series that they were derived with are unchanged.
 */
export function selectValidRows(
  plan: BatchPlan,
  known: KnownCatalog,
  precomputed: PrecomputedRows,
): Map<string, DerivedMedia> {
  const derived = new Map<string, DerivedMedia>();
  for (const { record, libraryId } of plan.media.values()) {
    const precomputedRow = precomputed.get(record);
    if (precomputedRow?.source.libraryId !== libraryId) continue;
    const { series } = precomputedRow.source;
    if (series !== null && contentHashOf(series.source.media_id, plan, known) !== series.source.content_hash) continue;
    derived.set(record.mediaId, precomputedRow.rows);
  }
  return derived;
}

/** Returns the content hash that an item has after the plan is written. */
function contentHashOf(mediaId: string, plan: BatchPlan, known: KnownCatalog): string | undefined {
  return plan.media.get(mediaId)?.record.contentHash ?? known.media.get(mediaId)?.contentHash;
}
