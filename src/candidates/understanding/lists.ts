/** Recognizes words that ask for several items: "comedies", "crime movies from the 1980s", "best thrillers". */
import { findYear } from '../../search/text/numerals';
import { isStopWord } from '../../search/text/stop-words';
import { isConnecting, isLeadingWord, isPluralKindWord } from './fillers';
import { namesListedWorks, namesWorkOrStyle } from './work-names';
import { isInSpan, type WordsToInterpret, type WordSpan } from './words-to-interpret';

/** Words before a list. They do not describe an item, because no catalog tells which items are good. */
const PRAISES = new Set('best good great greatest decent top favorite favourite popular'.split(' '));
const QUALIFIERS = new Set([...PRAISES, ...'classic old new recent some any more list recommend suggest'.split(' ')]);
/** A number after qualifiers: "top 10". */
const COUNT = /^\d{1,3}$/;
const VERBS_AFTER_LIST = new Set(['watch', 'see', 'stream']);
/**
 * After one of these words, a genre with a period asks for a list: "a good western 1950s". "The Great War 1910s" does
 * not, because it has none of these words.
 */
const INDEFINITE_WORDS = new Set(['a', 'an', 'some', 'any']);
/**
 * Plurals that can follow a qualifier and a name: "best jane doe movies". "Shows" and "episodes" are missing, because
 * the words before them are usually the title of a series: "top boy episodes".
 */
const PLURALS_AFTER_NAME = new Set(['movies', 'films', 'flicks']);
const NAME_WORDS_MIN = 2;

/** The words of a period, and its years. */
interface YearsSpan extends WordSpan {
  readonly from: number;
  readonly to: number;
}

/**
 * For a query that asks for a list, returns the indexes of the words that describe neither items nor years: "the best"
 * and "to watch" in "the best comedies to watch". Such a query begins with words such as "the best", and the rest is a
 * list (see `wordsOfList`). For other queries that begin with a qualifier, returns the result of `praiseOf`. It is
 * usually empty: "Best Friends" and "Good Movie" may be titles, and "old" in "old west movies" describes the items.
 *
 * @param period the words of the first period in the query, if any
 */
export function findListRequest(query: WordsToInterpret, period: YearsSpan | null): number[] {
  const { folded } = query;
  const start = listStart(query);
  if (!folded.slice(0, start).some((word) => QUALIFIERS.has(word))) return [];
  const described = wordsOfList(query, period, start, folded.length);
  return described === null ? praiseOf(query, start) : [...folded.keys()].filter((index) => !described.has(index));
}

/**
 * Returns the indexes of the words up to the last praise or count before `end`, if at least two other words and then a
 * plural follow it: "the best" in "the best jane doe movies". Returns none for other queries, such as "best man
 * movies", which may name the film "Best Man". "New" is no praise: "New York movies".
 */
function praiseOf({ folded }: WordsToInterpret, end: number): number[] {
  const last = folded.slice(0, end).findLastIndex((word) => PRAISES.has(word) || COUNT.test(word));
  const isBeforeName = folded.slice(last + 1 + NAME_WORDS_MIN).some((word) => PLURALS_AFTER_NAME.has(word));
  return last < 0 || !isBeforeName ? [] : [...folded.keys()].slice(0, last + 1);
}

/** Returns whether a folded word, such as "best" or "new", may come before a list. */
export function isQualifier(folded: string): boolean {
  return QUALIFIERS.has(folded);
}

/** Returns whether the words before `end` ask for a list, such as "best comedies" (see `wordsOfList`). */
export function isList(query: WordsToInterpret, period: YearsSpan | null, end: number): boolean {
  return wordsOfList(query, period, listStart(query), end) !== null;
}

/**
 * Returns the index of the first word that may name the items of a list: 2 for "the best comedies". Each quoted or
 * excluded word, and each name of a country, may do so.
 */
function listStart(query: WordsToInterpret): number {
  const { folded } = query;
  let start = 0;
  const isBeforeList = (word: string): boolean => QUALIFIERS.has(word) || isLeadingWord(word) || isStopWord(word);
  const mayDescribe = (index: number): boolean => query.isInterpreted(index) || query.genreAt(index) !== null;
  while (start < folded.length && isBeforeList(folded[start] ?? '') && !mayDescribe(start)) start += 1;
  return start > 0 && COUNT.test(folded[start] ?? '') ? start + 1 : start;
}

/**
 * Returns the indexes of the words of a range that are plural kind words, genres or years, or already interpreted.
 * Returns null unless the range asks for several items ("comedies", "movies") and its other words describe no item.
 */
function wordsOfList(
  query: WordsToInterpret,
  period: YearsSpan | null,
  start: number,
  end: number,
): Set<number> | null {
  const { folded } = query;
  const described = new Set<number>();
  let namesSeveral = false;
  let lastGenreWord: string | null = null;
  for (let index = start; index < end; index += 1) {
    const word = folded[index] ?? '';
    const genreEnd = query.genreAt(index)?.end ?? index;
    if (genreEnd > index && genreEnd <= end) {
      lastGenreWord = folded[genreEnd - 1] ?? '';
      // A genre of several words names works if it is a plural, such as "love stories" and "talk shows".
      const isLongPlural = genreEnd - index > 1 && lastGenreWord.endsWith('s');
      namesSeveral ||= isLongPlural || namesListedWorks(lastGenreWord);
      for (; index < genreEnd; index += 1) described.add(index);
      index -= 1;
    } else if (isPluralKindWord(word)) {
      namesSeveral = true;
      described.add(index);
    } else if (query.isInterpreted(index) || findYear(word) !== null || (period !== null && isInSpan(period, index))) {
      described.add(index);
    } else if (!isConnecting(word) && !isStopWord(word) && !VERBS_AFTER_LIST.has(word)) return null;
  }
  if (namesSeveral) return described;
  // A genre and a period can also ask for several items: "a good western from the 1950s".
  const isOfYears = period !== null && period.start >= start && period.end <= end && period.to > period.from;
  if (lastGenreWord === null || !isOfYears) return null;
  const isOneOfSeveral = folded.slice(0, start).some((word) => INDEFINITE_WORDS.has(word));
  const isConnected = isConnecting(folded[period.start - 1] ?? '') && namesWorkOrStyle(lastGenreWord);
  return isOneOfSeveral || isConnected ? described : null;
}
