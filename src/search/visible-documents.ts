import { filterLexeme } from './index/lexemes';
import { anyOf, lexemeQuery, not, type Tsquery } from './tsquery';

/** Maximum number of libraries that the condition names. */
const LIBRARIES_MAX = 16;

/**
 * Returns the condition for the documents of the visible libraries. With it, a look-up of words does not read hidden
 * documents. Returns null if the caller sees all libraries, none, or too many to name; the look-up then reads the
 * documents of all libraries and drops the hidden ones. `hiddenIds` are all hidden libraries, or null if they are not
 * known. If they are fewer than the visible ones, the condition names them instead, because the index compares each
 * document with each named library. Use the condition only together with a condition on words.
 */
export function visibleDocuments(
  libraryIds: readonly string[] | null,
  hiddenIds: readonly string[] | null = null,
): Tsquery | null {
  if (libraryIds === null || libraryIds.length === 0 || hiddenIds?.length === 0) return null;
  if (hiddenIds !== null && hiddenIds.length < libraryIds.length) return not(inLibraries(hiddenIds));
  return libraryIds.length > LIBRARIES_MAX ? null : inLibraries(libraryIds);
}

function inLibraries(ids: readonly string[]): Tsquery {
  return anyOf(ids.map((id) => lexemeQuery(filterLexeme('library', id))));
}
