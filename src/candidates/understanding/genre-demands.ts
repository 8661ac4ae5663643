/** Finds the genres that a query asks for. */
import { findNumeral } from '../../search/text/numerals';
import { isFiller, isKindWord } from './fillers';
import type { Genre } from './genre-names';
import { type GenreSpan, CONNECTING_WORDS, type InterpretedWords, type WordSpan } from './interpreted-words';

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
  /** Indexes of the words that are part of a request. */
  readonly requestWords: ReadonlySet<number>;
}

/** Maximum number of other words of a query in which a genre at the start or the end is a demand. */
const EDGE_WORDS_MAX = 6;

/**
 * Returns the genres at the start or the end of a query, and those beside years or a word such as "movies". Other
 * genres in the query are words of titles and plots. Beside years or such a word, a genre is certainly a demand.
 */
export function findGenreDemands(reading: InterpretedWords, context: Context): GenreDemand[] {
  const { words } = reading;
  const ends = findEnds(reading);
  const found: GenreSpan[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const genre = reading.genreAt(index);
    if (genre === null) continue;
    found.push(genre);
    index = genre.end - 1;
  }
  const others = words.filter(
    ({ isStopWord, folded }, index) =>
      !reading.isInterpreted(index) &&
      !context.requestWords.has(index) &&
      !isStopWord &&
      !isFiller(folded) &&
      !found.some(({ start, end }) => index >= start && index < end),
  );
  // "Scary Movie 4" is a title.
  const isNumber = others.length > 0 && others.every(({ folded }) => findNumeral(folded) !== null);
  if (isNumber) return [];
  const isAll = others.length === 0 && words.length > 1 && !context.hasExclusions;
  return found.flatMap((span) => {
    const besideFiller = isBeforeKindWord(reading, span);
    const isCertain =
      (isAll && (context.hasYears || hasYear(reading) || besideFiller)) ||
      (besideFiller && (span.end === words.length - 1 || span.start === 0)) ||
      (context.hasYears && isBesideInterpreted(reading, span));
    const isAtEnd = (ends.first === span.start || ends.last === span.end - 1) && others.length <= EDGE_WORDS_MAX;
    if (!isCertain && !isAtEnd) return [];
    const { start, end } = span;
    return span.genres.map((genre): GenreDemand => ({ kind: 'genre', genre, start, end, isCertain }));
  });
}

/** Returns the indexes of the first and the last word that is neither interpreted nor a connecting word. */
function findEnds(reading: InterpretedWords): { first: number; last: number } {
  const isOpen = (word: string, index: number): boolean =>
    !reading.isInterpreted(index) && !isFiller(word) && !CONNECTING_WORDS.has(word);
  return { first: reading.folded.findIndex(isOpen), last: reading.folded.findLastIndex(isOpen) };
}

function hasYear({ folded }: InterpretedWords): boolean {
  return folded.some((word) => /^(?:18|19|20)\d\d$/.test(word));
}

/** Returns whether the word after the genre names a kind of item, such as "movies". */
function isBeforeKindWord({ folded }: InterpretedWords, { end }: WordSpan): boolean {
  return isKindWord(folded[end] ?? '');
}

function isBesideInterpreted(reading: InterpretedWords, { start, end }: WordSpan): boolean {
  const { folded } = reading;
  const before = folded.slice(0, start).findLastIndex((word) => !CONNECTING_WORDS.has(word) && !isFiller(word));
  const after = folded.findIndex((word, index) => index >= end && !CONNECTING_WORDS.has(word) && !isFiller(word));
  return (before >= 0 && reading.isInterpreted(before)) || (after >= 0 && reading.isInterpreted(after));
}
