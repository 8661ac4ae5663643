/** Finds words that ask for several items: "comedies", "horror movies", "some good movies". */
import { isLeadingWord, isPluralKindWord } from './fillers';
import type { WordsToInterpret } from './words-to-interpret';

/** Words before the items of a list. They do not describe an item, because no catalog tells which items are good. */
const QUALIFIERS = new Set(
  'best good great greatest top favorite popular some any other more recommend suggest'.split(' '),
);
const NUMBER = /^\d{1,3}$/;
const NUMBER_OR_DECADE = /^\d+s?$/;

/** Returns the index after words at `start` that name several items, such as "crime movies"; null if there are none. */
export function listEnd(query: WordsToInterpret, start: number): number | null {
  const genreEnd = query.genreAt(start)?.end ?? start;
  if (isPluralKindWord(query.folded[genreEnd] ?? '')) return genreEnd + 1;
  return genreEnd > start && query.folded[genreEnd - 1]?.endsWith('s') === true ? genreEnd : null;
}

/** Returns the indexes of the words before a list: "recommend some good" in "recommend some good comedies". */
export function findListRequest(query: WordsToInterpret): number[] {
  const { folded } = query;
  let end = 0;
  while (QUALIFIERS.has(folded[end] ?? '') || isLeadingWord(folded[end] ?? '')) end += 1;
  if (!folded.slice(0, end).some((word) => QUALIFIERS.has(word))) return [];
  if (NUMBER.test(folded[end] ?? '')) end += 1;
  // A year or a decade may precede the items: "best 1980s comedies".
  const start = NUMBER_OR_DECADE.test(folded[end] ?? '') ? end + 1 : end;
  return listEnd(query, start) === null ? [] : folded.slice(0, end).map((_, index) => index);
}
