/**
 * A search for a word shows the documents that have it. Titles that resemble it, or have a part of it, may be many and
 * score higher: "Vichy" in one overview stands behind all titles with "Vicky", "766,003" behind all with "766".
 */
import { bestFirst, type RankedCandidate, type Ranker, scoreAbove } from './ranking';
import type { SearchQuery } from '../query/search-query';
import type { WeightedWord } from '../query/term-weights';

/** Candidates that nothing is raised above: what a word is most likely a slip of stays first. */
const BEST_KEPT = 4;
/** Where more documents than this have the words, none is raised: they are not rare. With the best they fill no page. */
const RAISED_MAX = 5;
/** A longer query has other words to be judged by. */
const WORDS_MAX = 3;

/**
 * The score that documents with the very words are raised to, so that they stand on the first page; 0 where none needs
 * to be. Walks through pages keep that of their first page. `ranked` are all candidates, the best first.
 */
export function findFloor(
  query: SearchQuery,
  words: readonly WeightedWord[],
  ranked: readonly RankedCandidate[],
  ranker: Ranker,
): number {
  const last = ranked[BEST_KEPT];
  if (last === undefined || !mayBeOutdone(query, words)) return 0;
  const own = ranked.filter(({ row }) => ranker.hasAll(row));
  if (own.length > RAISED_MAX || own.every(({ score }) => score > last.score)) return 0;
  // Many may score the same as the fifth: what is raised stands before all of these.
  return scoreAbove(last.score);
}

/** The candidates with a floor under those that have the very words, the best first. */
export function raiseTo(floor: number, ranked: readonly RankedCandidate[], ranker: Ranker): RankedCandidate[] {
  if (floor === 0) return [...ranked];
  return ranked
    .map((each) => (each.score < floor && ranker.hasAll(each.row) ? { ...each, score: floor } : each))
    .sort(bestFirst);
}

/**
 * Whether documents without the very words may score higher: those with parts of a word, with corrections of an unknown
 * one, and where one word is asked for, with words that begin with it. Years and numbers of episodes are columns besides,
 * and not judged so.
 */
function mayBeOutdone({ text, code }: SearchQuery, words: readonly WeightedWord[]): boolean {
  if (words.length === 0 || words.length > WORDS_MAX || code !== null) return false;
  if (words.some(({ word }) => word.year !== null)) return false;
  const isOne = !/\s/.test(text);
  return (
    isOne || words.some(({ word, known, corrections }) => word.also.length > 0 || (!known && corrections.length > 0))
  );
}
