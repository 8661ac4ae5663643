/** Facet kinds, in the order of the answers. */
export const FACET_KINDS = [
  'genre',
  'release_decade',
  'runtime_bucket',
  'watch_state',
  'library',
  'media_kind',
  'language',
  'content_rating',
  'country',
  'person',
  'collection',
] as const;
export type FacetKind = (typeof FACET_KINDS)[number];
