/** Finds exclusions in queries: "-word", "not comedy", "but not the comedy", "comedies without Jane Doe". */
import { isConnecting, isFiller } from './fillers';
import type { GenreSpan, WordsToInterpret, WordSpan } from './words-to-interpret';

/** Genres or words that an item should not have. `genres` is empty if the words name no genre. */
export interface Exclusion extends GenreSpan {
  /** The words of the excluded genre, or the excluded word. */
  readonly words: WordSpan;
}

const NEGATIONS = new Set(['not', 'without', 'except', 'excluding', 'minus', 'no']);
const ARTICLES = new Set(['the', 'a', 'an', 'any']);
/** Maximum number of words of an excluded name. */
const NAME_WORDS_MAX = 5;

/** Returns the end of words that name several items; null if there are none. See `lists.ts`. */
type ListEnd = (query: WordsToInterpret, start: number) => number | null;

/** Returns the exclusions of a query, and marks their words as interpreted. */
export function findExclusions(query: WordsToInterpret, listEnd: ListEnd): Exclusion[] {
  const exclusions: Exclusion[] = [];
  for (let index = 0; index < query.words.length; index += 1) {
    if (query.isInterpreted(index)) continue;
    const found =
      index > 0 && isAfterMinus(query, index)
        ? [minusExclusionAt(query, index)]
        : (negatedGenreAt(query, index) ?? negatedNamesAt(query, index, listEnd));
    for (const exclusion of found) {
      exclusions.push(exclusion);
      query.markInterpreted(exclusion);
      index = exclusion.end - 1;
    }
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

/** Returns the genre after a negation as an exclusion; null if there is none. */
function negatedGenreAt(query: WordsToInterpret, index: number): Exclusion[] | null {
  const { folded } = query;
  if (!NEGATIONS.has(folded[index] ?? '')) return null;
  const genre = query.genreAt(ARTICLES.has(folded[index + 1] ?? '') ? index + 2 : index + 1);
  const start = folded[index - 1] === 'but' ? index - 1 : index;
  // A query that begins with "not" or "without" may be a title, unless another genre follows: "not animated westerns".
  if (genre === null || (start === 0 && query.genreAt(genre.end) === null)) return null;
  const end = isFiller(folded[genre.end] ?? '') ? genre.end + 1 : genre.end;
  return [{ start, end, genres: genre.genres, words: genre }];
}

/**
 * Returns the names after a negation as exclusions; none if the negation does not follow a list, such as "comedies" and
 * "movies from the 1980s". Many titles contain "without" or "not".
 */
function negatedNamesAt(query: WordsToInterpret, index: number, listEnd: ListEnd): Exclusion[] {
  const { folded } = query;
  if (!NEGATIONS.has(folded[index] ?? '') || !isAfterList(query, index, listEnd)) return [];
  const exclusions: Exclusion[] = [];
  let start = index;
  let nameStart = index + (folded[index + 1] === 'with' ? 2 : 1);
  for (let end = nameStart; end <= folded.length; end += 1) {
    const word = folded[end] ?? '';
    const isEnd = word === '' || query.isInterpreted(end) || isConnecting(word);
    if (!isEnd && word !== 'or') continue;
    if (end === nameStart || end - nameStart > NAME_WORDS_MAX) break;
    exclusions.push({ start, end, genres: [], words: { start: nameStart, end } });
    if (word !== 'or' && word !== 'and') break;
    start = end;
    nameStart = end + 1;
  }
  return exclusions;
}

/** Returns whether words for several items precede a negation, with only a period and connecting words between them. */
function isAfterList(query: WordsToInterpret, index: number, listEnd: ListEnd): boolean {
  for (let start = 0; start < index; start += 1) {
    const end = listEnd(query, start);
    if (end !== null && end <= index && query.folded.slice(end, index).every(mayFollowList)) return true;
  }
  return false;
}

function mayFollowList(word: string): boolean {
  return isConnecting(word) || word === 'but' || /^\d+s?$/.test(word);
}
