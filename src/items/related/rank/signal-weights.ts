/** How much each relationship can add to a strength. docs/related.md explains the numbers. */
import type { RelationshipKind } from '../../items.dto';

/** The heaviest weight of each relationship. Those that one candidate can have together sum up to about 1. */
export const HEAVIEST: Readonly<Record<RelationshipKind, number>> = {
  watch_next: 0.35,
  same_series: 0.34,
  provider_related: 0.3,
  shared_cast: 0.27,
  similar_title: 0.2,
  search_match: 0.17,
  similar_genre: 0.05,
  same_library: 0.01,
};

/** To four decimals. */
export function rounded(value: number, round: (value: number) => number = Math.round): number {
  return round(value * 10_000 + 1e-6) / 10_000;
}
