import { filterLexeme } from './index/lexemes';
import { anyOf, lexemeQuery, not, type Tsquery } from './tsquery';

/** Maximum number of visible libraries that an index condition names. */
const NAMED_LIBRARIES_MAX = 16;

/**
 * Whether a look-up can name the visible libraries in its index condition, and so read no items of hidden libraries.
 * False if the caller sees all libraries, none, or too many to name. `hiddenIds` are all hidden libraries; null if not
 * known.
 */
export function seesFewLibraries(
  libraryIds: readonly string[] | null,
  hiddenIds: readonly string[] | null = null,
): libraryIds is readonly string[] {
  if (libraryIds === null || hiddenIds?.length === 0) return false;
  return libraryIds.length > 0 && libraryIds.length <= NAMED_LIBRARIES_MAX;
}

/**
 * Returns a condition that selects the documents of the visible libraries. It excludes the hidden libraries if they are
 * known and fewer than the visible ones, and lists the visible ones otherwise. Returns null if no library is hidden or
 * none is visible. Also null if too many would be listed: the index compares each document with each listed library. A
 * query must combine the condition with another one on lexemes.
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
