/** Finds periods in queries: "1980s", "the late eighties", "from 1980 to 1989", "1980-89", "before 1950". */
import { findYear } from '../../search/text/numerals';
import type { WordSpan, WordsToInterpret } from './words-to-interpret';

/** A period of years, and the words that name it. */
export interface Period extends WordSpan {
  /** First year. */
  readonly from: number;
  /** Last year. */
  readonly to: number;
  /** Whether the words are a decade or a part of one. */
  readonly isDecade: boolean;
  /** Whether the words are only a part of a decade: "the late sixties". */
  readonly isPart: boolean;
  /**
   * `named` if a word without digits names the period ("eighties"), and `dashed` for two years with only a dash between
   * them. Both may be a part of a title: "The Roaring Twenties", "Apocalypse 1939-1945".
   */
  readonly form: 'digits' | 'named' | 'dashed';
}

/** The time at which a story takes place, and the words that introduce it: "set in the 1950s". */
export interface StoryTime extends WordSpan {
  /** Index of the first word that names the time. */
  readonly timeStart: number;
}

/** First year of a period without a start ("before 1950"). */
const FIRST_YEAR = 1870;
/** Last year that a query can name. */
const LAST_YEAR = 2099;
/** A period without an end ("after 1950") ends this number of years from now. Catalogs announce no later items. */
const FUTURE_YEARS = 10;
/** Decades from `FIRST_YEAR` on. No film is older, so "1860s" is the time of a story. */
const DECADE = /^(18[789]0|19\d0|20\d0)s$/;
/** Decades with two digits, such as "80s". */
const SHORT_DECADE = /^([0-9])0s$/;
/** "00s" and "10s" mean the 2000s and the 2010s. */
const LATE_SHORT_DECADES = new Set(['0', '1']);
const DECADE_NAMES = new Map(
  ['twenties', 'thirties', 'forties', 'fifties', 'sixties', 'seventies', 'eighties', 'nineties'].map(
    (name, index) => [name, 1920 + 10 * index] as const,
  ),
);

/** The first and the last year of a part of a decade, such as "early". The parts overlap. */
const PARTS_OF_DECADE: ReadonlyMap<string, readonly [from: number, to: number]> = new Map([
  ['early', [0, 4]],
  ['mid', [3, 6]],
  ['late', [5, 9]],
]);
const WORDS_BETWEEN_PARTS = new Set(['to', 'and', 'or']);
const STORY_PREPOSITIONS = new Set(['in', 'during', 'around']);
/** Words at the start of a period that can follow "set" directly: "set between 1914 and 1918". */
const STORY_RANGES = new Set(['between', 'before', 'after']);
/** Words before "place". */
const STORY_VERBS = new Set(['take', 'takes', 'taking', 'took']);
/** Means the years 1900 to 1909, or the century. */
const CENTURY = '1900s';
/**
 * In a query with at least this many words, "late sixties" means the whole decade, and two years with a dash are no
 * period, because they are probably the time of a story.
 */
const PLOT_WORDS_MIN = 11;
const WHOLE_DECADE = [0, 9] as const;
/** The last two digits of a year after a dash: "1960-65". */
const TWO_DIGITS = /^\d\d$/;

/**
 * Returns the first period in the words of a query, from 1870 to 2099; null if there is none. A single year is no
 * period, nor is the time of a story. `words` are the folded words of the query, or `WordsToInterpret.uninterpreted`.
 */
export function findPeriod(query: WordsToInterpret, words: readonly string[]): Period | null {
  for (let start = 0; start < words.length; start += 1) {
    const period = periodAt(query, words, start);
    if (period === null) continue;
    if (storyStart(words, start) === null) return period;
    start = period.end - 1;
  }
  return null;
}

function periodAt(query: WordsToInterpret, words: readonly string[], start: number): Period | null {
  return rangeAt(words, start) ?? dashedRangeAt(query, words, start) ?? decadeAt(words, start);
}

/** Returns the times of stories in the words of a query, such as "set in the 1950s" and "takes place in 1944". */
export function findStoryTimes(query: WordsToInterpret, words: readonly string[]): StoryTime[] {
  return words.flatMap((word, index) => {
    const start = storyStart(words, index);
    if (start === null) return [];
    const end = periodAt(query, words, index)?.end ?? (findYear(word) === null ? null : index + 1);
    return end === null ? [] : [{ start, timeStart: STORY_RANGES.has(word) ? index + 1 : index, end }];
  });
}

/** Returns the index of the first word that makes the year or period at `start` a time of a story; null if none. */
function storyStart(words: readonly string[], start: number): number | null {
  const afterPreposition = words[start - 1] === 'the' ? start - 1 : start;
  const hasPreposition = STORY_PREPOSITIONS.has(words[afterPreposition - 1] ?? '');
  if (!hasPreposition && !STORY_RANGES.has(words[start] ?? '')) return null;
  const last = hasPreposition ? afterPreposition - 2 : start - 1;
  if (words[last] === 'set') return last;
  return words[last] === 'place' && STORY_VERBS.has(words[last - 1] ?? '') ? last - 1 : null;
}

function decadeAt(words: readonly string[], start: number): Period | null {
  const part = words.length < PLOT_WORDS_MIN ? partAt(words, start) : null;
  const decadeIndex = part?.end ?? start;
  const decade = words[decadeIndex] ?? '';
  const first = decadeOf(decade);
  if (first === null) return null;
  // "The early 1900s" are not 1900 to 1904: this decade has the name of its century.
  const isPart = part !== null && decade !== CENTURY;
  const [from, to] = isPart ? [part.from, part.to] : WHOLE_DECADE;
  const form = DECADE_NAMES.has(decade) ? 'named' : 'digits';
  return {
    from: first + from,
    to: first + to,
    start,
    end: decadeIndex + 1,
    isDecade: true,
    isPart,
    form,
  };
}

/** Returns the part of a decade that the words at `start` name, or the time from one part to another: "mid to late". */
function partAt(words: readonly string[], start: number): { from: number; to: number; end: number } | null {
  const part = PARTS_OF_DECADE.get(words[start] ?? '');
  if (part === undefined) return null;
  const next = WORDS_BETWEEN_PARTS.has(words[start + 1] ?? '') ? start + 2 : start + 1;
  const lastPart = PARTS_OF_DECADE.get(words[next] ?? '');
  if (lastPart === undefined || lastPart[0] <= part[0]) return { from: part[0], to: part[1], end: start + 1 };
  return { from: part[0], to: lastPart[1], end: next + 1 };
}

/**
 * Returns the period from one year to another with only a dash between them: "1950-1959", "1960–65". A further dash
 * makes them the parts of something else, such as the date "2010-11-03".
 */
function dashedRangeAt(query: WordsToInterpret, words: readonly string[], start: number): Period | null {
  const from = findYear(words[start] ?? '');
  const second = words[start + 1] ?? '';
  if (from === null || !query.isDashBefore(start + 1) || words.length >= PLOT_WORDS_MIN) return null;
  if (query.isDashBefore(start) || query.isDashBefore(start + 2)) return null;
  const to = TWO_DIGITS.test(second) ? 100 * Math.floor(from / 100) + Number(second) : findYear(second);
  return to === null || to <= from
    ? null
    : { from, to, start, end: start + 2, isDecade: false, isPart: false, form: 'dashed' };
}

function decadeOf(word: string): number | null {
  const longDecade = DECADE.exec(word)?.[1];
  if (longDecade !== undefined) return Number(longDecade);
  const shortDecade = SHORT_DECADE.exec(word)?.[1];
  if (shortDecade !== undefined) return (LATE_SHORT_DECADES.has(shortDecade) ? 2000 : 1900) + 10 * Number(shortDecade);
  return DECADE_NAMES.get(word) ?? null;
}

function rangeAt(words: readonly string[], start: number): Period | null {
  const [first = '', second = '', third = '', fourth = ''] = words.slice(start, start + 4);
  const firstYear = findYear(first);
  const secondYear = findYear(second);
  const thirdYear = findYear(third);
  const fourthYear = findYear(fourth);
  const toPeriod = (from: number, to: number, wordCount: number): Period => {
    return { from, to, start, end: start + wordCount, isDecade: false, isPart: false, form: 'digits' };
  };
  const toOpenPeriod = (from: number): Period => toPeriod(from, Math.max(from, lastOpenYear()), 2);
  if (secondYear !== null && fourthYear !== null && secondYear <= fourthYear && isRange(first, third)) {
    return toPeriod(secondYear, fourthYear, 4);
  }
  if (firstYear !== null && thirdYear !== null && firstYear < thirdYear && ['to', 'until'].includes(second)) {
    return toPeriod(firstYear, thirdYear, 3);
  }
  if (firstYear !== null && thirdYear === firstYear + 1 && ['or', 'and'].includes(second)) {
    return toPeriod(firstYear, thirdYear, 3);
  }
  if (firstYear !== null && ['onward', 'onwards'].includes(second)) return toOpenPeriod(firstYear);
  if (secondYear === null) return null;
  if (first === 'before') return toPeriod(FIRST_YEAR, secondYear - 1, 2);
  if (first === 'after' && secondYear < LAST_YEAR) return toOpenPeriod(secondYear + 1);
  return first === 'since' ? toOpenPeriod(secondYear) : null;
}

/** Returns the last year of a period without an end. With 2099, most of its years would have no item. */
function lastOpenYear(): number {
  return Math.min(LAST_YEAR, new Date().getUTCFullYear() + FUTURE_YEARS);
}

function isRange(first: string, third: string): boolean {
  return first === 'from' ? third === 'to' || third === 'until' : first === 'between' && third === 'and';
}
