/** The maximum weights of relationships. docs/related.md says what each weight is computed from. */
import type { RelationshipKind } from '../relationship-kinds';

/** The maximum weight of each relationship. For relationships that can occur together, the sum is about 1. */
export const MAX_WEIGHTS: Readonly<Record<RelationshipKind, number>> = {
  watch_next: 0.35,
  same_series: 0.34,
  provider_related: 0.3,
  shared_cast: 0.27,
  similar_title: 0.2,
  search_match: 0.17,
  similar_genre: 0.05,
  same_library: 0.01,
};

/**
 * Rounds a weight to four decimals. The `1e-6` is for `Math.floor`: a floating-point product may be slightly below its
 * exact value, and would be lowered by one unit of the last decimal.
 */
export function roundWeight(value: number, round: (value: number) => number = Math.round): number {
  return round(value * 10_000 + 1e-6) / 10_000;
}
