import { filterLexeme } from './index/lexemes';
import { anyOf, lexemeQuery, type Tsquery } from './tsquery';

/** Maximum number of libraries that the condition names. */
const LIBRARIES_MAX = 16;

/**
 * Returns the condition for the documents of the visible libraries. With it, a look-up of words does not read hidden
 * documents. Returns null if the caller sees all libraries, none, or too many to name; the look-up then reads the
 * documents of all libraries and drops the hidden ones.
 */
export function visibleDocuments(libraryIds: readonly string[] | null): Tsquery | null {
  if (libraryIds === null || libraryIds.length === 0 || libraryIds.length > LIBRARIES_MAX) return null;
  return anyOf(libraryIds.map((id) => lexemeQuery(filterLexeme('library', id))));
}
