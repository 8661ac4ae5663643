/**
 * Raises documents that contain the exact words of a query to the first page. Otherwise, many titles with a similar
 * word could score higher: for "Vichy", titles with "Vicky" would come before an overview with "Vichy".
 */
import { bestFirst, type RankedCandidate, type WordsInRows } from './candidate-row';
import { scoreAbove } from './score-scale';
import type { SearchQuery } from '../query/search-query';
import type { WeightedWord } from '../query/weights/weighted-word';

/**
 * Number of the best candidates that stay before the raised documents. The query may be the misspelled title of one of
 * these candidates. Those with the same score as the fifth candidate do not stay.
 */
const BEST_KEPT = 4;
/** If more documents than this contain the words, none is raised: other candidates must stay on the first page. */
const RAISED_MAX = 5;
/** Maximum number of words of a query that raises documents. Longer queries rank well without that. */
const WORDS_MAX = 3;

/**
 * Returns the floor: the score that documents with the exact words are raised to; 0 if none is raised. The next pages
 * use the floor of the first page. `ranked` contains all candidates, best first.
 */
export function findFloor(
  query: SearchQuery,
  words: readonly WeightedWord[],
  ranked: readonly RankedCandidate[],
  ranker: Pick<WordsInRows, 'hasAll'>,
): number {
  const fifth = ranked[BEST_KEPT];
  if (fifth === undefined || !mayBeOutranked(query, words)) return 0;
  const exact = ranked.filter(({ row }) => ranker.hasAll(row));
  if (exact.length > RAISED_MAX || exact.every(({ score }) => score > fifth.score)) return 0;
  // Other candidates may have the same score as the fifth. A higher floor ranks the raised documents before them.
  return scoreAbove(fifth.score);
}

/**
 * Raises candidates with the exact words to the floor. Returns all candidates, best first. The raised ones have equal
 * scores, because scores by rank would change if a document were added between two pages.
 */
export function raiseToFloor(
  floor: number,
  ranked: readonly RankedCandidate[],
  ranker: Pick<WordsInRows, 'hasAll'>,
): RankedCandidate[] {
  if (floor === 0) return [...ranked];
  return ranked
    .map((each) => (each.score < floor && ranker.hasAll(each.row) ? { ...each, score: floor } : each))
    .sort(bestFirst);
}

/**
 * Returns whether documents without the exact words may score higher than documents with them, by another lexeme of a
 * word, by a correction of an unknown word, or, for a query of one word, by a title that begins with a longer form of
 * it. Returns false for queries with years, episode numbers or words that only ask for years or genres, because
 * documents can match these outside their texts.
 */
function mayBeOutranked({ text, episodeCode }: SearchQuery, words: readonly WeightedWord[]): boolean {
  if (words.length === 0 || words.length > WORDS_MAX || episodeCode !== null) return false;
  if (words.some(({ word }) => word.year !== null || word.isDemandOnly)) return false;
  const isOneWord = !/\s/.test(text);
  return (
    isOneWord ||
    words.some(({ word, isKnown, corrections }) => word.otherLexemes.length > 0 || (!isKnown && corrections.length > 0))
  );
}
