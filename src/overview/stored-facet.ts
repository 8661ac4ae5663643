/** Facets as they are counted and kept. */

/** Totals of one facet kind. */
export interface FacetTotals {
  readonly cardinality: number;
  readonly value_total: number;
  readonly missing_count: number;
}

export interface FacetValueRow {
  readonly facet_key: string;
  readonly label: string;
  readonly item_count: number;
  readonly sample_media_ids: string[];
}

/** One kind's totals and most frequent values, for one library or a choice of them. */
export interface StoredFacet {
  readonly totals: FacetTotals;
  readonly values: readonly FacetValueRow[];
}

/** Stored facets of one library or of a choice of them, by kind. */
export type FacetsByKind = ReadonlyMap<string, StoredFacet>;
