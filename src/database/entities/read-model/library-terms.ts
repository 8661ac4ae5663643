/**
 * SQL for the indexes that find a term in given libraries. The indexes contain only movies and series. Each entry is a
 * 64-bit hash of a library and a term. The SQL function `intelligence_library_terms` computes these hashes.
 */

/** Expression: the hashes of the words of title and overview. `alias` ends with a dot or is empty. */
export function wordsByLibrary(alias = ''): string {
  return `intelligence_library_terms(${alias}library_id, tsvector_to_array(${alias}lexemes), '{t,o}')`;
}

/** Expression: the hashes of the facet keys of people and genres. `alias` ends with a dot or is empty. */
export function facetsByLibrary(alias = ''): string {
  return `intelligence_library_terms(${alias}library_id, ${alias}facet_keys, '{person:,genre:}')`;
}

/** Condition: the indexes contain the row. `alias` ends with a dot or is empty. */
export const isMovieOrSeries = (alias = ''): string => `${alias}media_kind IN ('movie', 'series')`;

/** Expression: for each library of a `uuid[]` expression, the hash that `intelligence_library_terms` gives a term. */
export function termInLibraries(term: string, libraries: string): string {
  return `ARRAY(SELECT hashtextextended(${term}, uuid_hash_extended(library, 0)) FROM unnest(${libraries}) AS library)`;
}
