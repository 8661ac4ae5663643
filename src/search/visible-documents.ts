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
 * Returns the condition for the documents of the visible libraries. It excludes the hidden libraries if they are known
 * and fewer than the visible ones. Otherwise it names the visible ones, or is null if there are too many, because the
 * index compares each document with each of them. It is also null if no library is hidden, or none is visible. Use the
 * condition only together with a condition on words.
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
