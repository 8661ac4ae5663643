import { FACET_KINDS, type FacetKind } from '../common/dto/facet-kinds';
import type { IntelligenceFacetGroup } from '../common/dto/facets.dto';
import { WATCH_STATE_LABELS } from '../read-model/facets/facets';
import type { LibraryRow, WatchStateRow } from './overview.repository';
import { byFrequency, type FacetValueRow, type StoredFacet, toFacetGroup } from '../read-model/facets/stored-facet';

/** The data from which the facets of one library, or of several libraries together, are computed. */
export interface FacetMaterial {
  readonly libraries: readonly LibraryRow[];
  readonly stored: ReadonlyMap<string, StoredFacet>;
  /** Values of the facet `media_kind`, by library id. */
  readonly kindCounts: ReadonlyMap<string, readonly FacetValueRow[]>;
  readonly watchStates: readonly WatchStateRow[];
  /** UUIDs of the sample items that the caller has started or finished. */
  readonly touched: ReadonlySet<string>;
}

/** The facet groups of the given kinds, in the order of `FACET_KINDS`, each with at most `limit` values. */
export function toFacetGroups(
  material: FacetMaterial,
  kinds: ReadonlySet<FacetKind>,
  limit: number,
): IntelligenceFacetGroup[] {
  return FACET_KINDS.filter((kind) => kinds.has(kind)).map((kind) => {
    if (kind === 'library') return derivedGroup(kind, libraryValues(material), limit);
    if (kind === 'watch_state') return derivedGroup(kind, watchStateValues(material), limit);
    return toFacetGroup(kind, material.stored.get(kind), limit);
  });
}

/** Number of items of the given media kinds in a library. */
export function countOf(values: readonly FacetValueRow[] | undefined, ...kinds: string[]): number {
  return (values ?? []).reduce((sum, value) => sum + (kinds.includes(value.facet_key) ? value.item_count : 0), 0);
}

function derivedGroup(kind: FacetKind, all: FacetValueRow[], limit: number): IntelligenceFacetGroup {
  const values = all.filter((value) => value.item_count > 0).sort(byFrequency);
  const valueTotal = values.reduce((sum, value) => sum + value.item_count, 0);
  const totals = { cardinality: values.length, value_total: valueTotal, missing_count: 0 };
  return toFacetGroup(kind, { totals, values }, limit);
}

function libraryValues(material: FacetMaterial): FacetValueRow[] {
  return material.libraries.map((library) => {
    const kinds = material.kindCounts.get(library.library_id) ?? [];
    return {
      facet_key: library.library_id,
      label: library.name,
      item_count: kinds.reduce((sum, value) => sum + value.item_count, 0),
      sample_media_ids: smallest(kinds.flatMap((value) => value.sample_media_ids)),
    };
  });
}

/** Counts movies and episodes by watch state. Those without a stored state of the caller are unwatched. */
function watchStateValues(material: FacetMaterial): FacetValueRow[] {
  const states = (['in_progress', 'completed'] as const).map((state) => {
    const rows = material.watchStates.filter((row) => row.state === state);
    return {
      facet_key: state,
      label: WATCH_STATE_LABELS[state],
      item_count: rows.reduce((sum, row) => sum + row.item_count, 0),
      sample_media_ids: smallest(rows.flatMap((row) => row.sample_media_ids)),
    };
  });
  const watchable = material.libraries.flatMap((library) => material.kindCounts.get(library.library_id) ?? []);
  const untouched = watchable
    .filter((value) => value.facet_key === 'movie' || value.facet_key === 'episode')
    .flatMap((value) => value.sample_media_ids)
    .filter((id) => !material.touched.has(id.slice(id.indexOf(':') + 1)));
  const touchedCount = states.reduce((sum, value) => sum + value.item_count, 0);
  const unwatched = {
    facet_key: 'unwatched',
    label: WATCH_STATE_LABELS.unwatched,
    item_count: countOf(watchable, 'movie', 'episode') - touchedCount,
    sample_media_ids: smallest(untouched),
  };
  return [...states, unwatched];
}

function smallest(ids: string[]): string[] {
  return [...ids].sort().slice(0, 3);
}
