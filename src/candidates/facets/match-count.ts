/** `eq` for an exact number of matches, `gte` for a lower bound. */
export const MATCH_RELATIONS = ['eq', 'gte'] as const;
export type MatchRelation = (typeof MATCH_RELATIONS)[number];

/** Maximum number of matches that facets count. */
export const MATCHES_MAX = 5_000;
