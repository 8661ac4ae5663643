/** How exact the number of matches is. */
export const MATCH_RELATIONS = ['eq', 'gte'] as const;
export type MatchRelation = (typeof MATCH_RELATIONS)[number];

/** Matches that facets count, at most. */
export const MATCHES_MAX = 5_000;
