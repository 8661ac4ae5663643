import { filterLexeme } from './index/lexemes';
import { anyOf, lexemeQuery, type Tsquery } from './tsquery';

/** Maximum number of libraries that the look-ups of words and facets name. */
const LIBRARIES_MAX = 16;

/**
 * Whether look-ups of words and facets find the visible libraries in their index. Such a look-up of a term that is rare
 * in these libraries and common in hidden ones does not read the hidden items. False if the caller sees all libraries,
 * none, or too many to name; the look-up then reads the items of all libraries and drops the hidden ones.
 */
export function seesFewLibraries(libraryIds: readonly string[] | null): libraryIds is readonly string[] {
  return libraryIds !== null && libraryIds.length > 0 && libraryIds.length <= LIBRARIES_MAX;
}

/** Returns the condition for the documents of the visible libraries; null unless `seesFewLibraries`. */
export function visibleDocuments(libraryIds: readonly string[] | null): Tsquery | null {
  if (!seesFewLibraries(libraryIds)) return null;
  return anyOf(libraryIds.map((id) => lexemeQuery(filterLexeme('library', id))));
}
