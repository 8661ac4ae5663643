import { truncateText } from '../../common/text/summary';
import type { CandidateRow, CheckedTexts, RankedCandidate, WordsInRows } from '../ranking/candidate-row';
import type { SearchQuery } from '../query/search-query';
import type { WeightedWord } from '../query/weights/weighted-word';

/** Maximum number of best candidates whose titles and names are searched for corrections. */
const CANDIDATES_CHECKED = 5;

/**
 * Returns the best candidates if the query has a misspelled word and their titles have no correction of it; else none.
 */
export function rowsForSuggestion(
  words: readonly WeightedWord[],
  ranked: readonly RankedCandidate[],
  ranker: WordsInRows,
): CandidateRow[] {
  const corrected = replacementsOf(words, ranked, ranker, new Map());
  const isOpen = words.some((word, index) => isMisspelled(word) && !corrected.has(index));
  return isOpen ? ranked.slice(0, CANDIDATES_CHECKED).map(({ row }) => row) : [];
}

/**
 * Returns the query with its misspelled words replaced by words from titles and names of the best candidates; null if
 * no word is replaced. The caller sees these candidates, so the words reveal nothing about hidden items. Words that the
 * catalog contains are not replaced. `texts` contains the texts of candidates by UUID.
 */
export function didYouMean(
  query: SearchQuery,
  words: readonly WeightedWord[],
  ranked: readonly RankedCandidate[],
  ranker: WordsInRows,
  texts: ReadonlyMap<string, CheckedTexts>,
): string | null {
  const replacements = replacementsOf(words, ranked, ranker, texts);
  if (replacements.size === 0) return null;
  let text = query.text;
  for (const [index, correction] of [...replacements].sort((a, b) => b[0] - a[0])) {
    const word = words[index]?.word;
    if (word === undefined) continue;
    const typed = text.slice(word.start, word.end);
    text = text.slice(0, word.start) + withCaseOf(typed, correction) + text.slice(word.end);
  }
  return truncateText(text);
}

function isMisspelled({ isKnown, corrections }: WeightedWord): boolean {
  return !isKnown && corrections.length > 0;
}

/** Returns corrections by the index of the misspelled word, each from the best candidate that has one. */
function replacementsOf(
  words: readonly WeightedWord[],
  ranked: readonly RankedCandidate[],
  ranker: WordsInRows,
  texts: ReadonlyMap<string, CheckedTexts>,
): Map<number, string> {
  const replacements = new Map<number, string>();
  if (!words.some(isMisspelled)) return replacements;
  for (const { row } of ranked.slice(0, CANDIDATES_CHECKED)) {
    const people = texts.get(row.media_id)?.people ?? [];
    const names = people.flatMap(({ name, character }) => (character === undefined ? [name] : [name, character]));
    for (const [index, correction] of ranker.correctionsIn(row, names).entries()) {
      if (correction === null || words[index]?.isKnown === true || replacements.has(index)) continue;
      replacements.set(index, correction);
    }
  }
  return replacements;
}

function withCaseOf(typed: string, correction: string): string {
  const first = typed.charAt(0);
  if (first === first.toLowerCase()) return correction;
  return correction.charAt(0).toUpperCase() + correction.slice(1);
}
