import type { FacetKind } from '../../common/dto/facet-kinds';
import type { IntelligenceFacetGroup } from '../../common/dto/facets.dto';
import { compareCodePoints } from '../../common/text/code-point-order';
import { FACET_KIND_LABELS } from './facets';

export interface FacetTotals {
  /** Number of different values. */
  readonly cardinality: number;
  /** Sum of the item counts of all values. */
  readonly value_total: number;
  /** Number of items that could have a value but have none. */
  readonly missing_count: number;
}

export interface FacetValueRow {
  readonly facet_key: string;
  readonly label: string;
  readonly item_count: number;
  readonly sample_media_ids: string[];
}

/**
 * The totals and the most frequent values of one facet kind, in one library, in several, or in the matches of a search.
 */
export interface FacetCounts {
  readonly totals: FacetTotals;
  readonly values: readonly FacetValueRow[];
}

/** Facet counts by facet kind. */
export type FacetsByKind = ReadonlyMap<string, FacetCounts>;

/** Orders values: the most frequent first, then by key. */
export function byFrequency(a: CountedValue, b: CountedValue): number {
  return b.item_count - a.item_count || compareCodePoints(a.facet_key, b.facet_key);
}

type CountedValue = Pick<FacetValueRow, 'facet_key' | 'item_count'>;

/** Returns the facet group of an answer, with at most `limit` values; an empty group if `counts` is undefined. */
export function toFacetGroup(kind: FacetKind, counts: FacetCounts | undefined, limit: number): IntelligenceFacetGroup {
  const values = (counts?.values ?? []).slice(0, limit);
  const shownCount = values.reduce((sum, value) => sum + value.item_count, 0);
  return {
    kind,
    label: FACET_KIND_LABELS[kind],
    values: values.map((row) => {
      return { key: row.facet_key, label: row.label, count: row.item_count, sample_media_ids: row.sample_media_ids };
    }),
    cardinality: counts?.totals.cardinality ?? 0,
    other_count: (counts?.totals.value_total ?? 0) - shownCount,
    missing_count: counts?.totals.missing_count ?? 0,
  };
}
