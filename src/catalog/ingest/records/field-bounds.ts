/** Bounds of every field of the import. Texts count code points after cleaning. */

/** Code points a text may have. */
export const TEXT_BOUNDS = {
  title: 512,
  label: 256,
  character: 512,
  tagline: 2_000,
  code: 64,
  username: 256,
  relatedId: 256,
  externalIdName: 64,
  externalId: 512,
  path: 4_096,
} as const;

/** Code points of an overview that are kept; a longer one is cut there, on a grapheme edge, and not refused. */
export const OVERVIEW_MAX_CHARS = 20_000;

/** Members a list or an object may have. */
export const LIST_BOUNDS = {
  aliases: 200,
  genres: 100,
  keywords: 500,
  people: 1_000,
  studios: 200,
  countries: 100,
  provider_related: 500,
  external_ids: 64,
  files: 1_000,
} as const;

/** Largest value of an `integer` column. */
export const INTEGER_MAX = 2_147_483_647;
