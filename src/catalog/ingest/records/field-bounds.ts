/** Limits of the fields of an import. Lengths are in code points after cleaning; a path is not cleaned. */

/** Maximum number of code points of a text. */
export const TEXT_BOUNDS = {
  title: 512,
  /** A genre, keyword, studio or country, or the name of a person. */
  label: 256,
  character: 512,
  tagline: 2_000,
  /** A status, language or content rating. */
  code: 64,
  username: 256,
  relatedId: 256,
  externalIdName: 64,
  externalId: 512,
  path: 4_096,
} as const;

/** Maximum number of code points of an overview. A longer overview is cut at a grapheme boundary, not refused. */
export const OVERVIEW_MAX_CHARS = 20_000;

/** Maximum number of entries of a list or members of an object. */
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

export const POPULARITY_MAX = 1e15;

/** Largest value of an `integer` column. */
export const INTEGER_MAX = 2_147_483_647;
