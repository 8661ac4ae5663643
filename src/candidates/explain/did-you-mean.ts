/** Suggests a query with corrected spelling. */
import { truncateText } from '../../common/text/summary';
import type { CheckedTexts, RankedCandidate, RowToCheck, WordsInRows } from '../ranking/candidate-row';
import type { SearchQuery } from '../query/search-query';
import { isMisspelled, type WeightedWord } from '../query/weights/weighted-word';

/** Number of best candidates whose titles and names are searched for corrections. */
const CANDIDATES_CHECKED = 5;

/**
 * Returns the rows of the best candidates whose people must be read for `suggestQuery`, because `texts` does not
 * contain them. Returns none if no word is misspelled, or if a title of the best candidate begins with the query. If no
 * texts were read for the ranking and the titles alone correct every misspelled word, also returns none, which saves a
 * read.
 */
export function rowsForSuggestion(
  words: readonly WeightedWord[],
  ranked: readonly RankedCandidate[],
  ranker: WordsInRows,
  texts: ReadonlyMap<string, CheckedTexts>,
): RowToCheck[] {
  const [best] = ranked;
  if (best === undefined || !words.some(isMisspelled) || ranker.startsWithQuery(best.row)) return [];
  if (texts.size === 0) {
    const corrected = correctionsFrom(words, ranked, ranker, texts);
    if (words.every((word, index) => !isMisspelled(word) || corrected.has(index))) return [];
  }
  // Null means that the names were not read, or that there are none.
  const unread = ranked
    .slice(0, CANDIDATES_CHECKED)
    .filter(({ row }) => (texts.get(row.media_id)?.people ?? null) === null);
  return unread.map(({ row }) => ({ row, people: true, overview: false }));
}

/**
 * Returns the query with its misspelled words replaced by words from titles and names of the best candidates; null if
 * no word is replaced. The caller may see these candidates, so the words reveal nothing about hidden items. The result
 * is cut to the maximum length of a title. `texts` contains the texts of candidates by UUID.
 */
export function suggestQuery(
  query: SearchQuery,
  words: readonly WeightedWord[],
  ranked: readonly RankedCandidate[],
  ranker: WordsInRows,
  texts: ReadonlyMap<string, CheckedTexts>,
): string | null {
  const corrections = correctionsFrom(words, ranked, ranker, texts);
  if (corrections.size === 0) return null;
  const byLexeme = new Map([...corrections].map(([index, correction]) => [words[index]?.word.lexeme, correction]));
  let text = query.text;
  // `words` contains a repeated word once, but `allWords` contains each occurrence. The last occurrence is replaced
  // first, so that the positions of the earlier words stay correct.
  for (const { lexeme, start, end } of query.allWords.toReversed()) {
    const correction = byLexeme.get(lexeme);
    if (correction === undefined) continue;
    text = text.slice(0, start) + withCaseOf(text.slice(start, end), correction) + text.slice(end);
  }
  return truncateText(text);
}

/**
 * Returns corrections by the index of the misspelled word, each from the best candidate that has a correction of it.
 * If a title of the best candidate begins with the query (articles at the start of either do not count), the last word
 * is probably incomplete, not misspelled. Then only the titles of candidates with such a title are used. For example,
 * if "The Dark Knight" is the best candidate for "dark kni", "Knit Dark" does not correct the query to "dark knit".
 */
function correctionsFrom(
  words: readonly WeightedWord[],
  ranked: readonly RankedCandidate[],
  ranker: WordsInRows,
  texts: ReadonlyMap<string, CheckedTexts>,
): Map<number, string> {
  const corrections = new Map<number, string>();
  if (!words.some(isMisspelled)) return corrections;
  const checked = ranked.slice(0, CANDIDATES_CHECKED).map(({ row }) => row);
  const isBeginning = checked[0] !== undefined && ranker.startsWithQuery(checked[0]);
  for (const row of isBeginning ? checked.filter((each) => ranker.startsWithQuery(each)) : checked) {
    const people = isBeginning ? [] : (texts.get(row.media_id)?.people ?? []);
    const names = people.flatMap(({ name, character }) => (character === undefined ? [name] : [name, character]));
    for (const [index, correction] of ranker.correctionsIn(row, names).entries()) {
      if (correction === null || words[index]?.isKnown === true || corrections.has(index)) continue;
      corrections.set(index, correction);
    }
  }
  return corrections;
}

/** Returns the correction with the capitals of the typed word: all letters, the first letter, or none. */
function withCaseOf(typed: string, correction: string): string {
  const firstLetter = typed.charAt(0);
  if (firstLetter === firstLetter.toLowerCase()) return correction;
  // A single capital letter counts as a first capital.
  if (typed.length > 1 && typed === typed.toUpperCase()) return correction.toUpperCase();
  return correction.charAt(0).toUpperCase() + correction.slice(1);
}
