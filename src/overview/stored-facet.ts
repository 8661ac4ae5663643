/** Facet counts as the read model stores them. */

/** Totals of one facet kind. */
export interface FacetTotals {
  /** Number of distinct values. */
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

/** The totals and the most frequent values of one facet kind, for one library or summed over several. */
export interface StoredFacet {
  readonly totals: FacetTotals;
  readonly values: readonly FacetValueRow[];
}

/** The facets of one library, or the facets summed over several libraries, by facet kind. */
export type FacetsByKind = ReadonlyMap<string, StoredFacet>;
