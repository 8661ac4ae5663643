/**
 * SQL expression: the library of a movie or a series as a list; null for a season or an episode. GIN indexes contain
 * it, because GIN has no operators for a single `uuid`.
 */
export const TITLE_LIBRARY = titleLibraryOf('');

/**
 * Condition: the row `alias` is a movie or a series in one of the libraries of a `uuid[]` expression that is not null.
 */
export function isTitleIn(alias: string, libraries: string): string {
  return `${titleLibraryOf(`${alias}.`)} && ${libraries}`;
}

function titleLibraryOf(prefix: string): string {
  return `(CASE WHEN ${prefix}media_kind IN ('movie', 'series') THEN ARRAY[${prefix}library_id] END)`;
}
