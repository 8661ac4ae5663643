/** Finds years, genres, countries, roles of people, phrases and exclusions in a query. Does not read the catalog. */
import type { Word } from '../../search/text/word';
import { type CountryDemand, findCountryDemands } from './countries';
import { type Exclusion, findExclusions } from './exclusions';
import { findYear } from '../../search/text/numerals';
import { findRequestWords, isConnecting, isKindWord, isPluralKindWord } from './fillers';
import { findGenreDemands, type GenreDemand, isBesideGenre, isBesideWorks } from './genre-demands';
import { findListRequest, isList, isQualifier } from './lists';
import { findPeriod, findStoryTimes, type Period, type StoryTime } from './periods';
import { findPhrases, type Phrase } from './phrases';
import { isInSpan, WordsToInterpret, type WordSpan } from './words-to-interpret';
import { findRoleRequests, type RoleRequests } from './roles';

/** Years of release that an item should have. */
export interface YearsDemand extends WordSpan {
  readonly kind: 'years';
  readonly from: number;
  readonly to: number;
  /** Whether the words certainly ask for years of release. If false, they may also be words of a title or a plot. */
  readonly isCertain: boolean;
}

export type Demand = YearsDemand | GenreDemand | CountryDemand;

/** The interpreted parts of a query. */
export interface Understanding {
  readonly demands: readonly Demand[];
  readonly exclusions: readonly Exclusion[];
  readonly phrases: readonly Phrase[];
  readonly roles: RoleRequests;
  /** Indexes of the words that are fillers only because of their place, such as "show me". */
  readonly requestWords: ReadonlySet<number>;
  /** Searched in texts, because the year of release does not show when a story takes place. */
  readonly storyTimes: readonly StoryTime[];
}

const PREPOSITIONS = new Set(['from', 'of', 'in', 'during']);

/** Interprets the words of a query. `codeWords` are the indexes of the words that name a season or an episode. */
export function understand(text: string, words: readonly Word[], codeWords: readonly number[]): Understanding {
  const query = new WordsToInterpret(text, words);
  const phrases = findPhrases(text, words);
  // Quoted words are not interpreted in any other way.
  for (const phrase of phrases) query.markInterpreted(phrase);
  const requestWords = findRequestWords(query.uninterpreted);
  const storyTimes = findStoryTimes(query, query.uninterpreted);
  // This period only helps to recognize exclusions and lists, so it may be in quotes. The years that an item should
  // have are outside of quotes and exclusions, so `findYears` looks for a period again.
  const firstPeriod = findPeriod(query, query.folded);
  const periods = firstPeriod === null ? [] : [firstPeriod];
  const isListBefore = (index: number): boolean =>
    isList(query, firstPeriod, index) || findCountryDemands(query, isQualifier, periods, index).length > 0;
  const exclusions = findExclusions(query, firstPeriod, isListBefore);
  const countries = findCountryDemands(query, isQualifier, [...periods, ...exclusions]);
  for (const country of countries) query.markInterpreted(country);
  const listRequest = findListRequest(query, firstPeriod);
  for (const index of listRequest) requestWords.add(index);
  const years =
    findYears(query, codeWords.length > 0, listRequest.length > 0) ?? findYearOfList(query, requestWords, countries);
  // "The Writer season 2" names a series, not a writer.
  const roles = findRoleRequests(query.withInterpreted(codeWords));
  const hasExclusions = exclusions.length > 0;
  // Names are excluded only from lists: "comedies without Jane Doe".
  const asksForList = listRequest.length > 0 || exclusions.some(({ isName }) => isName === true);
  const genres = findGenreDemands(query, { years, names: roles.requests, hasExclusions, asksForList, requestWords });
  const demands = [...(years === null ? [] : [years]), ...genres, ...countries];
  return { demands, exclusions, phrases, roles, requestWords, storyTimes };
}

/**
 * Returns the first period in the uninterpreted words, and marks its words as interpreted. In a query with the number
 * of a season or an episode, a decade is a period only after a preposition or beside a genre: "That '70s Show season 4"
 * names a series.
 */
function findYears(query: WordsToInterpret, hasEpisodeCode: boolean, asksForList: boolean): YearsDemand | null {
  const { folded } = query;
  const period = findPeriod(query, query.uninterpreted);
  if (period === null) return null;
  const { from, to, start, end } = period;
  const wordBefore = folded[folded[start - 1] === 'the' ? start - 2 : start - 1] ?? '';
  const isAfterPreposition = PREPOSITIONS.has(wordBefore);
  if (hasEpisodeCode && period.isDecade && !isAfterPreposition && !isBesideGenre(query, period)) return null;
  // "The Roaring Twenties" may be a title, but "in the twenties" is none. "In the late sixties" may tell when a story
  // takes place.
  const mayBeStory = period.form === 'named' && period.isPart && !isBesideGenre(query, period);
  const isCertainByPreposition = isAfterPreposition && !mayBeStory;
  const isCertain = isCertainByPreposition || asksForList || isCertainAnywhere(query, period);
  query.markInterpreted(period);
  return { kind: 'years', from, to, start, end, isCertain };
}

/** Returns whether the words of a period can only mean years of release, even without a preposition before them. */
function isCertainAnywhere(query: WordsToInterpret, period: Period): boolean {
  if (period.form === 'digits') return true;
  // The name of a decade needs a word such as "movie". Two years with a dash need a plural: "The Lamp Show 1939-1945"
  // may be a title, but "lamp movies 1939-1945" is none. For both, a genre such as "westerns" beside them suffices.
  return query.folded.some(period.form === 'named' ? isKindWord : isPluralKindWord) || isBesideWorks(query, period);
}

/**
 * Returns the year of a query that asks for all items of a year, and marks its word as interpreted: "1926 crime",
 * "movies from 1926". Such a query has one year, and otherwise only genres, countries, fillers and connecting words. It
 * must name a genre, or several items ("movies"): "1984 movie" may mean a film of this title. Otherwise, returns null.
 */
function findYearOfList(
  query: WordsToInterpret,
  requestWords: ReadonlySet<number>,
  countries: readonly WordSpan[],
): YearsDemand | null {
  const { folded } = query;
  const years = folded.flatMap((word, start) => {
    const year = query.isInterpreted(start) ? null : findYear(word);
    return year === null ? [] : [{ year, start }];
  });
  const [first] = years;
  if (first === undefined || years.length > 1) return null;
  const { year, start } = first;
  let asksForList = false;
  for (let index = 0; index < folded.length; index += 1) {
    const word = folded[index] ?? '';
    const isOfCountry = countries.some((country) => isInSpan(country, index));
    if (index === start || isOfCountry || requestWords.has(index)) continue;
    const genre = query.genreAt(index);
    if (query.isInterpreted(index) || (genre === null && !isConnecting(word))) return null;
    asksForList ||= genre !== null || isPluralKindWord(word);
    if (genre !== null) index = genre.end - 1;
  }
  if (!asksForList) return null;
  const span = { start, end: start + 1 };
  query.markInterpreted(span);
  return { kind: 'years', from: year, to: year, ...span, isCertain: true };
}
