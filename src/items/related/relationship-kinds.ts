/**
 * Kinds of relationships between items. If two signals of an item have the same weight, the kind listed first here
 * comes first.
 */
export const RELATIONSHIP_KINDS = [
  'watch_next',
  'same_series',
  'provider_related',
  'shared_cast',
  'similar_title',
  'search_match',
  'similar_genre',
  'same_library',
] as const;

export type RelationshipKind = (typeof RELATIONSHIP_KINDS)[number];
