/** The genres that a query asks for. */
import { findNumeral } from '../../search/text/numerals';
import { isFiller, isKindWord } from './fillers';
import type { Genre } from './genre-names';
import { type GenreSpan, JOINTS, type QueryReading, type WordSpan } from './query-reading';

/** A genre that an item should have. */
export interface GenreDemand extends WordSpan {
  readonly kind: 'genre';
  readonly genre: Genre;
  /** Whether the words ask for this only. They may be words of a title otherwise. */
  readonly certain: boolean;
}

/** What else the query was found to contain. */
interface Context {
  readonly hasYears: boolean;
  readonly hasExclusions: boolean;
  /** Indexes of the words with which people ask for a title. */
  readonly requests: ReadonlySet<number>;
}

/** A genre at one end of a longer query is a word of its plot as often as a wish. */
const EDGE_WORDS_MAX = 6;

/**
 * Genres at the ends of a query, or beside years or a word such as "movies". In between, they are words of titles and
 * plots. A genre is certain beside one of those; elsewhere it may be a word of a title too.
 */
export function findGenreDemands(reading: QueryReading, context: Context): GenreDemand[] {
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
      !reading.isTaken(index) &&
      !context.requests.has(index) &&
      !isStopWord &&
      !isFiller(folded) &&
      !found.some(({ start, end }) => index >= start && index < end),
  );
  // "Scary Movie 4" is a title.
  const isNumber = others.length > 0 && others.every(({ folded }) => findNumeral(folded) !== null);
  if (isNumber) return [];
  const isAll = others.length === 0 && words.length > 1 && !context.hasExclusions;
  return found.flatMap((span) => {
    const besideFiller = isBesideFiller(reading, span);
    const certain =
      (isAll && (context.hasYears || hasYear(reading) || besideFiller)) ||
      (besideFiller && (span.end === words.length - 1 || span.start === 0)) ||
      (context.hasYears && isBesideTaken(reading, span));
    const isAtEnd = (ends.first === span.start || ends.last === span.end - 1) && others.length <= EDGE_WORDS_MAX;
    if (!certain && !isAtEnd) return [];
    const { start, end } = span;
    return span.genres.map((genre): GenreDemand => ({ kind: 'genre', genre, start, end, certain }));
  });
}

/** The first and the last word that is neither read yet nor a joint. */
function findEnds(reading: QueryReading): { first: number; last: number } {
  const isOpen = (word: string, index: number): boolean =>
    !reading.isTaken(index) && !isFiller(word) && !JOINTS.has(word);
  return { first: reading.folded.findIndex(isOpen), last: reading.folded.findLastIndex(isOpen) };
}

function hasYear({ folded }: QueryReading): boolean {
  return folded.some((word) => /^(?:18|19|20)\d\d$/.test(word));
}

/** Beside "movies", "films", "series" and the like, which it describes. */
function isBesideFiller({ folded }: QueryReading, { end }: WordSpan): boolean {
  return isKindWord(folded[end] ?? '');
}

function isBesideTaken(reading: QueryReading, { start, end }: WordSpan): boolean {
  const { folded } = reading;
  const before = folded.slice(0, start).findLastIndex((word) => !JOINTS.has(word) && !isFiller(word));
  const after = folded.findIndex((word, index) => index >= end && !JOINTS.has(word) && !isFiller(word));
  return (before >= 0 && reading.isTaken(before)) || (after >= 0 && reading.isTaken(after));
}
