/** Derives read-model rows of an import before the transaction that writes its records. */
import type { EntityManager } from 'typeorm';
import { mapInSlices } from '../common/processes/slices';
import { DERIVATION } from '../read-model/media/media-deriver';
import { DerivationError } from '../read-model/media/media-derivation';
import type { DerivedMedia } from '../read-model/media/derived-rows';
import type { BatchPlan } from './ingest/batch-plan';
import type { KnownCatalog } from './ingest/known-catalog';
import type { MediaRecord, UpsertRecord } from './ingest/records/catalog-record';
import type { RecordParents, RecordWithParents } from './ingest/record-parents';
import { readKnownCatalog } from './known-catalog.repository';
import { toMediaSource } from './media-row';

/** Read-model rows derived in advance, with the library and series that were assumed for each record. */
export type DerivedAhead = ReadonlyMap<
  MediaRecord,
  { readonly source: RecordWithParents; readonly rows: DerivedMedia }
>;

/** No rows were derived in advance. */
export const NOTHING_AHEAD: DerivedAhead = new Map();

/**
 * Derives read-model rows of items that are likely to change, while the database still applies the previous batch.
 * The derivation is most of the work of an import. `apply` decides whether the rows are used. All earlier records of
 * the import, and no later ones, must have been passed to `parents`. `pause` is called after each millisecond of work.
 */
export async function deriveAhead(
  manager: EntityManager,
  records: readonly UpsertRecord[],
  parents: RecordParents,
  pause: () => Promise<void>,
): Promise<DerivedAhead> {
  // Must run before the first `await`, because the caller may pass later records to `parents` while this call waits.
  const resolved = records.flatMap((record) => (record.type === 'media' ? (parents.resolve(record) ?? []) : []));
  if (resolved.length === 0) return NOTHING_AHEAD;
  const { media } = await readKnownCatalog(
    manager,
    resolved.map(({ record }) => record),
  );
  const changed = resolved.filter(
    ({ record: { mediaId, contentHash } }) => media.get(mediaId)?.contentHash !== contentHash,
  );
  const derived = await mapInSlices(changed, (source) => ({ source, rows: findDerived(source) }), pause);
  return new Map(derived.flatMap(({ source, rows }) => (rows === null ? [] : [[source.record, { source, rows }]])));
}

/**
 * Returns the rows of a record, or null if the derivation fails. `apply` then derives them again and throws the error.
 */
function findDerived(source: RecordWithParents): DerivedMedia | null {
  try {
    return DERIVATION.derive(toMediaSource(source));
  } catch (error) {
    if (error instanceof DerivationError) return null;
    throw error;
  }
}

/**
 * Returns the rows derived in advance that are still valid, by media UUID: the record is part of the plan, and its
 * library and series are as assumed.
 */
export function derivedOf(plan: BatchPlan, known: KnownCatalog, ahead: DerivedAhead): Map<string, DerivedMedia> {
  const derived = new Map<string, DerivedMedia>();
  for (const { record, libraryId } of plan.media.values()) {
    const found = ahead.get(record);
    if (found?.source.libraryId !== libraryId) continue;
    const { series } = found.source;
    if (series !== null && contentHashOf(series.source.media_id, plan, known) !== series.source.content_hash) continue;
    derived.set(record.mediaId, found.rows);
  }
  return derived;
}

/** Returns the content hash that an item has after the plan is written. */
function contentHashOf(mediaId: string, plan: BatchPlan, known: KnownCatalog): string | undefined {
  return plan.media.get(mediaId)?.record.contentHash ?? known.media.get(mediaId)?.contentHash;
}
