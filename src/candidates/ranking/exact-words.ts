/**
 * Puts documents with the exact words of a query on the first page. Many titles with similar words or with parts of a
 * word may score higher: all titles with "Vicky" before an overview with "Vichy", and "766" before "766,003".
 */
import { bestFirst, type RankedCandidate, type Ranker, scoreAbove } from './ranking';
import type { SearchQuery } from '../query/search-query';
import type { WeightedWord } from '../query/term-weights';

/** Candidates that stay first: the word may be a misspelling of a word in their titles. */
const BEST_KEPT = 4;
/** If more documents than this have the words, none is raised. Fewer leave room on the first page. */
const RAISED_MAX = 5;
/** Words of a query whose documents are raised, at most. Longer queries rank well by their other words. */
const WORDS_MAX = 3;

/**
 * The floor: the score that documents with the exact words are raised to, so that they are on the first page; 0 if none
 * is raised. The next pages use the floor of the first page. `ranked` are all candidates, the best first.
 */
export function findFloor(
  query: SearchQuery,
  words: readonly WeightedWord[],
  ranked: readonly RankedCandidate[],
  ranker: Ranker,
): number {
  const last = ranked[BEST_KEPT];
  if (last === undefined || !mayRankLow(query, words)) return 0;
  const exact = ranked.filter(({ row }) => ranker.hasAll(row));
  if (exact.length > RAISED_MAX || exact.every(({ score }) => score > last.score)) return 0;
  // Other candidates may have the same score as the fifth; raised ones come before them.
  return scoreAbove(last.score);
}

/** The candidates, the best first, after those with the exact words are raised to the floor. */
export function raiseToFloor(floor: number, ranked: readonly RankedCandidate[], ranker: Ranker): RankedCandidate[] {
  if (floor === 0) return [...ranked];
  return ranked
    .map((each) => (each.score < floor && ranker.hasAll(each.row) ? { ...each, score: floor } : each))
    .sort(bestFirst);
}

/**
 * Whether documents without the exact words may score higher: those with parts of a word, with corrections of an unknown
 * word, or, for a query of one word, with a title that begins with it. Queries with years or episode numbers are left
 * out, since documents have these in columns too.
 */
function mayRankLow({ text, code }: SearchQuery, words: readonly WeightedWord[]): boolean {
  if (words.length === 0 || words.length > WORDS_MAX || code !== null) return false;
  if (words.some(({ word }) => word.year !== null)) return false;
  const isOne = !/\s/.test(text);
  return (
    isOne || words.some(({ word, known, corrections }) => word.also.length > 0 || (!known && corrections.length > 0))
  );
}
