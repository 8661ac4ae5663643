import { filterLexeme } from './index/lexemes';
import { anyOf, lexemeQuery, not, type Tsquery } from './tsquery';

/** Maximum number of visible libraries that the look-ups of words and facets name. */
const NAMED_LIBRARIES_MAX = 16;

/**
 * Whether look-ups of words and facets name the visible libraries in their index condition. Such a look-up does not
 * read items of hidden libraries. False if the caller sees all libraries, none, or too many to name; the look-up then
 * reads the items of all libraries and drops the hidden ones. `hiddenIds` are all hidden libraries; null if not known.
 */
export function seesFewLibraries(
  libraryIds: readonly string[] | null,
  hiddenIds: readonly string[] | null = null,
): libraryIds is readonly string[] {
  if (libraryIds === null || hiddenIds?.length === 0) return false;
  return libraryIds.length > 0 && libraryIds.length <= NAMED_LIBRARIES_MAX;
}

/**
 * Returns a condition that selects the documents of the visible libraries. If fewer libraries are hidden than visible,
 * it excludes the hidden ones, if they are known; otherwise it lists the visible ones. Returns null if no library is
 * hidden, if none is visible, or if the visible ones are too many to list, because the index compares each document
 * with each listed library. A query must combine this condition with a condition on words.
 */
export function visibleDocuments(
  libraryIds: readonly string[] | null,
  hiddenIds: readonly string[] | null = null,
): Tsquery | null {
  const areFewerHidden = libraryIds !== null && hiddenIds !== null && hiddenIds.length < libraryIds.length;
  if (areFewerHidden && hiddenIds.length > 0) return not(inLibraries(hiddenIds));
  return seesFewLibraries(libraryIds, hiddenIds) ? inLibraries(libraryIds) : null;
}

function inLibraries(ids: readonly string[]): Tsquery {
  return anyOf(ids.map((id) => lexemeQuery(filterLexeme('library', id))));
}
