/** Degrees to which a field can match a query, best first. */
export const MATCH_TIERS = ['exact_title', 'title_prefix', 'all_terms', 'most_terms', 'fuzzy'] as const;
export type MatchTier = (typeof MATCH_TIERS)[number];
