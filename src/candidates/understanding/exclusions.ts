/** Finds exclusions in queries: "-word", "not comedy", "but not the comedy", "without comedy". */
import { isFiller } from './fillers';
import type { GenreSpan, WordsToInterpret, WordSpan } from './words-to-interpret';

/** Genres or words that an item should not have. `genres` is empty if the words name no genre. */
export interface Exclusion extends GenreSpan {
  /** The words of the excluded genre, or the excluded word. */
  readonly words: WordSpan;
}

const NEGATIONS = new Set(['not', 'without', 'except', 'excluding', 'minus', 'no']);
const ARTICLES = new Set(['the', 'a', 'an', 'any']);

/** Returns the exclusions of a query, and marks their words as interpreted. */
export function findExclusions(query: WordsToInterpret): Exclusion[] {
  const exclusions: Exclusion[] = [];
  // The first word is skipped: a query that begins with "not" or "without" may be a title.
  for (let index = 1; index < query.words.length; index += 1) {
    if (query.isInterpreted(index)) continue;
    const exclusion = isAfterMinus(query, index) ? minusExclusionAt(query, index) : negatedGenreAt(query, index);
    if (exclusion === null) continue;
    exclusions.push(exclusion);
    query.markInterpreted(exclusion);
    index = exclusion.end - 1;
  }
  return exclusions;
}

function isAfterMinus({ text, words }: WordsToInterpret, index: number): boolean {
  const start = words[index]?.start ?? 0;
  return /^\s[-\u2212]$/.test(text.slice(Math.max(0, start - 2), start));
}

function minusExclusionAt(query: WordsToInterpret, index: number): Exclusion {
  const genre = query.genreAt(index);
  const end = genre?.end ?? index + 1;
  return { start: index, end, genres: genre?.genres ?? [], words: { start: index, end } };
}

/** Recognizes only excluded genres, because many titles contain "without" or "not". */
function negatedGenreAt(query: WordsToInterpret, index: number): Exclusion | null {
  const { folded } = query;
  if (!NEGATIONS.has(folded[index] ?? '')) return null;
  const genre = query.genreAt(ARTICLES.has(folded[index + 1] ?? '') ? index + 2 : index + 1);
  const start = folded[index - 1] === 'but' ? index - 1 : index;
  if (genre === null || start === 0) return null;
  const end = isFiller(folded[genre.end] ?? '') ? genre.end + 1 : genre.end;
  return { start, end, genres: genre.genres, words: genre };
}
