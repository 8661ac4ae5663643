import { FACET_KINDS, type FacetKind } from '../../common/dto/facet-kinds';
import type { IntelligenceFacetGroup } from '../../common/dto/facets.dto';
import { FACET_KIND_LABELS, TITLE_FACET_KINDS, WATCH_STATE_LABELS } from '../../read-model/facets/facets';
import type { ContextRow } from './context-rows';

interface ItemFacet {
  readonly kind: FacetKind;
  readonly key: string;
  readonly label: string;
}

/**
 * Returns the facet groups of one item in the order of `FACET_KINDS`, each with at most `limit` values. A movie or a
 * series without a value of a kind in `TITLE_FACET_KINDS` has an empty group of this kind with a `missing_count` of 1.
 */
export function toItemFacets(item: ContextRow, limit: number): IntelligenceFacetGroup[] {
  const facets: ItemFacet[] = [
    ...item.all_facets,
    { kind: 'library', key: item.library_id, label: item.library_name },
    ...watchStateFacets(item),
  ];
  const expectedKinds = new Set<FacetKind>(
    item.media_kind === 'movie' || item.media_kind === 'series' ? TITLE_FACET_KINDS : [],
  );
  return FACET_KINDS.flatMap((kind) => {
    const values = facets.filter((facet) => facet.kind === kind).sort((a, b) => (a.key < b.key ? -1 : 1));
    if (values.length === 0 && !expectedKinds.has(kind)) return [];
    return [toGroup(kind, values, item.media.media_id, limit)];
  });
}

function watchStateFacets(item: ContextRow): ItemFacet[] {
  if (item.media_kind !== 'movie' && item.media_kind !== 'episode') return [];
  const key = item.own_state?.state ?? 'unwatched';
  return [{ kind: 'watch_state', key, label: WATCH_STATE_LABELS[key] }];
}

function toGroup(
  kind: FacetKind,
  values: readonly ItemFacet[],
  mediaId: string,
  limit: number,
): IntelligenceFacetGroup {
  const shown = values.slice(0, limit);
  return {
    kind,
    label: FACET_KIND_LABELS[kind],
    values: shown.map(({ key, label }) => ({ key, label, count: 1, sample_media_ids: [mediaId] })),
    cardinality: values.length,
    other_count: values.length - shown.length,
    missing_count: values.length === 0 ? 1 : 0,
  };
}
