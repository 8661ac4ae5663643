/** Finds the genres that a query asks for. */
import { findNumeral } from '../../search/text/numerals';
import { isConnecting, isFiller, isKindWord } from './fillers';
import type { Genre } from './genre-names';
import type { GenreSpan, InterpretedWords, WordSpan } from './interpreted-words';

/** A genre that an item should have. */
export interface GenreDemand extends WordSpan {
  readonly kind: 'genre';
  readonly genre: Genre;
  /** Whether the words only ask for the genre. Otherwise they may also be words of a title. */
  readonly isCertain: boolean;
}

/** The other interpreted parts of the query. */
interface Context {
  readonly hasYears: boolean;
  readonly hasExclusions: boolean;
  /** Indexes of the words that describe the request and not the item, such as "show me". */
  readonly requestWords: ReadonlySet<number>;
}

/** In a query with more other words than this, a genre at the start or the end is a demand only if it is certain. */
const OTHER_WORDS_MAX = 6;

/**
 * Returns the genres at the start or the end of a query, and the certain genres. A genre is certain beside a period,
 * and before a word such as "movies" if the two begin or end the query. If the query has no other content words, a
 * genre is also certain if the query contains a period, or if such a word follows the genre. All other genres in the
 * query are words of titles and plots.
 */
export function findGenreDemands(query: InterpretedWords, context: Context): GenreDemand[] {
  const { words } = query;
  const genres = genreSpansOf(query);
  const otherWords = words.filter(
    ({ isStopWord, folded }, index) =>
      !query.isInterpreted(index) &&
      !context.requestWords.has(index) &&
      !isStopWord &&
      !isFiller(folded) &&
      !genres.some(({ start, end }) => index >= start && index < end),
  );
  // "Scary Movie 4" is a title.
  const hasOnlyNumbers = otherWords.length > 0 && otherWords.every(({ folded }) => findNumeral(folded) !== null);
  if (hasOnlyNumbers) return [];
  const hasOnlyGenres = otherWords.length === 0 && words.length > 1 && !context.hasExclusions;
  const outer = outerWordsOf(query);
  return genres.flatMap((span) => {
    const { start, end } = span;
    const isBeforeKind = isKindWord(query.folded[end] ?? '');
    const isCertain =
      (hasOnlyGenres && (context.hasYears || hasYear(query) || isBeforeKind)) ||
      (isBeforeKind && (end === words.length - 1 || start === 0)) ||
      (context.hasYears && isBesideInterpreted(query, span));
    const isOuter = (outer.first === start || outer.last === end - 1) && otherWords.length <= OTHER_WORDS_MAX;
    if (!isCertain && !isOuter) return [];
    return span.genres.map((genre): GenreDemand => ({ kind: 'genre', genre, start, end, isCertain }));
  });
}

function genreSpansOf(query: InterpretedWords): GenreSpan[] {
  const spans: GenreSpan[] = [];
  for (let index = 0; index < query.words.length; index += 1) {
    const span = query.genreAt(index);
    if (span === null) continue;
    spans.push(span);
    index = span.end - 1;
  }
  return spans;
}

/** Returns the indexes of the first and the last word that is neither interpreted nor a filler or connecting word. */
function outerWordsOf(query: InterpretedWords): { first: number; last: number } {
  const isContent = (word: string, index: number): boolean => !query.isInterpreted(index) && !isConnecting(word);
  return { first: query.folded.findIndex(isContent), last: query.folded.findLastIndex(isContent) };
}

function hasYear({ folded }: InterpretedWords): boolean {
  return folded.some((word) => /^(?:18|19|20)\d\d$/.test(word));
}

/** Returns whether the nearest word before or after a span, apart from filler and connecting words, is interpreted. */
function isBesideInterpreted(query: InterpretedWords, { start, end }: WordSpan): boolean {
  const before = query.folded.findLastIndex((word, index) => index < start && !isConnecting(word));
  const after = query.folded.findIndex((word, index) => index >= end && !isConnecting(word));
  return query.isInterpreted(before) || query.isInterpreted(after);
}
