/** Finds the genres that a query asks for. */
import { findNumeral } from '../../search/text/numerals';
import { isConnecting, isFiller, isKindWord } from './fillers';
import type { Genre } from './genre-names';
import { namesListedWorks, namesSeveralWorks, namesWorkOrStyle } from './work-names';
import { type GenreSpan, isInSpan, type WordsToInterpret, type WordSpan } from './words-to-interpret';

/** A genre that an item should have. */
export interface GenreDemand extends WordSpan {
  readonly kind: 'genre';
  readonly genre: Genre;
  /** Whether the words only ask for the genre. Otherwise, they may also be words of a title. */
  readonly isCertain: boolean;
}

/** The other interpreted parts of the query. */
interface Context {
  /** The words of the period; null if there is none. */
  readonly years: (WordSpan & { readonly isCertain: boolean }) | null;
  /** The words of each name for which the query names a role: "directed by Jane Doe". */
  readonly names: readonly WordSpan[];
  readonly hasExclusions: boolean;
  /** Whether a word such as "best" asks for a list, or the query excludes a name ("comedies without Jane Doe"). */
  readonly asksForList: boolean;
  /** Indexes of the words that are fillers only because of their place, such as "show me". */
  readonly requestWords: ReadonlySet<number>;
}

/** In a name with at most this many words, a genre is part of the name ("Martin Short"). */
const SHORT_NAME_WORDS = 2;
/** If a query has more words than this besides its genres (see `otherWords`), only certain genres are demands. */
const OTHER_WORDS_MAX = 6;

/**
 * Returns the certain genres, and the genres at the start or the end of a query with few other words. Other genres are
 * words of titles and plots. Returns none if the other words are only numbers.
 *
 * A genre is certain
 * - beside a certain period;
 * - directly before a word such as "movies", if the genre begins the query ("crime movies with robots") or this word
 *   ends it ("robot crime movies");
 * - in a query without other words, if the query asks for a list;
 * - in a query without other words or exclusions, if the genre is directly before a word such as "movies", if the query
 *   has a period, if the query ends with the name of several works ("westerns"), or if the query ends with the name of
 *   a work or a style directly after other genres ("crime comedy", "crime horror"). In contrast, "crimes" and "crime
 *   family" may be words of titles.
 */
export function findGenreDemands(query: WordsToInterpret, context: Context): GenreDemand[] {
  const { words } = query;
  const shortNames = context.names.filter(({ start, end }) => end - start <= SHORT_NAME_WORDS);
  const genres = genreSpansOf(query).filter(
    (genre) => !shortNames.some(({ start, end }) => genre.start >= start && genre.end <= end),
  );
  const otherWords = words.filter(
    ({ isStopWord, folded }, index) =>
      !query.isInterpreted(index) &&
      !context.requestWords.has(index) &&
      !isStopWord &&
      !isFiller(folded) &&
      !genres.some((genre) => isInSpan(genre, index)),
  );
  // "Scary Movie 4" is a title.
  const hasOnlyNumbers = otherWords.length > 0 && otherWords.every(({ folded }) => findNumeral(folded) !== null);
  if (hasOnlyNumbers) return [];
  const asksForSeveral = endsWithWorks(query, genres);
  const hasOnlyGenres =
    otherWords.length === 0 && (words.length > 1 || asksForSeveral) && (context.asksForList || !context.hasExclusions);
  const outer = outerWordsOf(query);
  return genres.flatMap((span) => {
    const { start, end } = span;
    const isBeforeKind = isKindWord(query.folded[end] ?? '');
    const isCertain =
      (hasOnlyGenres && (context.years !== null || isBeforeKind || context.asksForList || asksForSeveral)) ||
      (isBeforeKind && (end === words.length - 1 || start === 0)) ||
      (context.years?.isCertain === true && isBeside(query, span, context.years));
    const isOuter = (outer.first === start || outer.last === end - 1) && otherWords.length <= OTHER_WORDS_MAX;
    if (!isCertain && !isOuter) return [];
    return span.genres.map((genre): GenreDemand => ({ kind: 'genre', genre, start, end, isCertain }));
  });
}

/** Returns whether a genre is beside a span, with only fillers and connecting words between them. */
export function isBesideGenre(query: WordsToInterpret, span: WordSpan): boolean {
  return genreSpansOf(query).some((genre) => isBeside(query, genre, span));
}

/** Like `isBesideGenre`, but only for a genre that names several works, such as "westerns" or "mysteries". */
export function isBesideWorks(query: WordsToInterpret, span: WordSpan): boolean {
  return genreSpansOf(query).some(
    (genre) => namesListedWorks(query.folded[genre.end - 1] ?? '') && isBeside(query, genre, span),
  );
}

/** Returns whether a query ends with a name of several works, or of a work or a style directly after other genres. */
function endsWithWorks({ folded }: WordsToInterpret, genres: readonly GenreSpan[]): boolean {
  const last = genres.at(-1);
  if (last?.end !== folded.length) return false;
  const lastWord = folded.at(-1) ?? '';
  const areTogether = genres.every(({ start }, index) => index === 0 || start === genres[index - 1]?.end);
  return namesSeveralWorks(lastWord) || (genres.length > 1 && areTogether && namesWorkOrStyle(lastWord));
}

function genreSpansOf(query: WordsToInterpret): GenreSpan[] {
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
function outerWordsOf(query: WordsToInterpret): { first: number; last: number } {
  const isContent = (word: string, index: number): boolean => !query.isInterpreted(index) && !isConnecting(word);
  return { first: query.folded.findIndex(isContent), last: query.folded.findLastIndex(isContent) };
}

/** Returns whether only fillers and connecting words are between two spans. */
function isBeside({ folded }: WordsToInterpret, { start, end }: WordSpan, other: WordSpan): boolean {
  const [first, second] = start < other.start ? [end, other.start] : [other.end, start];
  return folded.slice(first, second).every(isConnecting);
}
