import { FACET_KINDS, type FacetKind, type IntelligenceFacetGroup } from '../../common/dto/intelligence.dto';
import { FACET_KIND_LABELS, TITLE_FACET_KINDS, WATCH_STATE_LABELS } from '../../read-model/facets/facets';
import type { ItemRow } from '../items.repository';

/** A value of a facet of one item. */
interface ItemFacet {
  readonly kind: FacetKind;
  readonly key: string;
  readonly label: string;
}

/** The facets of one item in the fixed order of kinds: counts are over this item, and a kind it lacks is missing once. */
export function toItemFacets(item: ItemRow, limit: number): IntelligenceFacetGroup[] {
  const facets: ItemFacet[] = [
    ...item.all_facets,
    { kind: 'library', key: item.library_id, label: item.library_name },
    ...watchStateFacets(item),
  ];
  const couldCarry = new Set<FacetKind>(
    item.media_kind === 'movie' || item.media_kind === 'series' ? TITLE_FACET_KINDS : [],
  );
  return FACET_KINDS.flatMap((kind) => {
    const values = facets.filter((facet) => facet.kind === kind).sort((a, b) => (a.key < b.key ? -1 : 1));
    if (values.length === 0 && !couldCarry.has(kind)) return [];
    return [toGroup(kind, values, item.media.media_id, limit)];
  });
}

function watchStateFacets(item: ItemRow): ItemFacet[] {
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
