/** Builds the facet groups of answers from stored counts and watch states. */
import { FACET_KINDS, type FacetKind } from '../common/dto/facet-kinds';
import type { IntelligenceFacetGroup } from '../common/dto/facets.dto';
import { WATCH_STATE_LABELS } from '../read-model/facets/facets';
import type { OverviewLibrary, WatchStateRow } from './overview.repository';
import { byFrequency, type FacetsByKind, type FacetValueRow, toFacetGroup } from '../read-model/facets/facet-counts';

/** The data of the facets of one library, or of several libraries together. */
export interface FacetInput {
  readonly libraries: readonly OverviewLibrary[];
  readonly storedFacets: FacetsByKind;
  /** Values of the facet `media_kind`, by library id. */
  readonly kindCounts: ReadonlyMap<string, readonly FacetValueRow[]>;
  readonly watchStates: readonly WatchStateRow[];
  /** UUIDs of the items in the `sample_media_ids` of `kindCounts` that the caller has started or completed. */
  readonly startedItemIds: ReadonlySet<string>;
}

const SAMPLES_MAX = 3;

/** Returns the facet groups of the given kinds, in the order of `FACET_KINDS`, each with at most `limit` values. */
export function toFacetGroups(
  input: FacetInput,
  kinds: ReadonlySet<FacetKind>,
  limit: number,
): IntelligenceFacetGroup[] {
  return FACET_KINDS.filter((kind) => kinds.has(kind)).map((kind) => {
    if (kind === 'library') return toGroup(kind, libraryValues(input), limit);
    if (kind === 'watch_state') return toGroup(kind, watchStateValues(input), limit);
    return toFacetGroup(kind, input.storedFacets.get(kind), limit);
  });
}

/** Returns the number of items of the given media kinds. `values` are the values of the facet `media_kind`. */
export function sumCounts(values: readonly FacetValueRow[] | undefined, ...kinds: string[]): number {
  return (values ?? []).reduce((sum, value) => sum + (kinds.includes(value.facet_key) ? value.item_count : 0), 0);
}

function toGroup(kind: FacetKind, counted: FacetValueRow[], limit: number): IntelligenceFacetGroup {
  const values = counted.filter((value) => value.item_count > 0).sort(byFrequency);
  const valueTotal = values.reduce((sum, value) => sum + value.item_count, 0);
  const totals = { cardinality: values.length, value_total: valueTotal, missing_count: 0 };
  return toFacetGroup(kind, { totals, values }, limit);
}

function libraryValues({ libraries, kindCounts }: FacetInput): FacetValueRow[] {
  return libraries.map((library) => {
    const kinds = kindCounts.get(library.library_id) ?? [];
    return {
      facet_key: library.library_id,
      label: library.name,
      item_count: kinds.reduce((sum, value) => sum + value.item_count, 0),
      sample_media_ids: pickSamples(kinds.flatMap((value) => value.sample_media_ids)),
    };
  });
}

/** Counts movies and episodes by watch state. Items without a watch state of the caller are unwatched. */
function watchStateValues(input: FacetInput): FacetValueRow[] {
  const states = (['in_progress', 'completed'] as const).map((state) => {
    const rows = input.watchStates.filter((row) => row.state === state);
    return {
      facet_key: state,
      label: WATCH_STATE_LABELS[state],
      item_count: rows.reduce((sum, row) => sum + row.item_count, 0),
      sample_media_ids: pickSamples(rows.flatMap((row) => row.sample_media_ids)),
    };
  });
  const kindValues = input.libraries.flatMap((library) => input.kindCounts.get(library.library_id) ?? []);
  const unstartedIds = kindValues
    .filter((value) => value.facet_key === 'movie' || value.facet_key === 'episode')
    .flatMap((value) => value.sample_media_ids)
    .filter((id) => !input.startedItemIds.has(id.slice(id.indexOf(':') + 1)));
  const startedCount = states.reduce((sum, value) => sum + value.item_count, 0);
  const unwatched = {
    facet_key: 'unwatched',
    label: WATCH_STATE_LABELS.unwatched,
    item_count: sumCounts(kindValues, 'movie', 'episode') - startedCount,
    sample_media_ids: pickSamples(unstartedIds),
  };
  return [...states, unwatched];
}

function pickSamples(ids: string[]): string[] {
  return ids.toSorted().slice(0, SAMPLES_MAX);
}
