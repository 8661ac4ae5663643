/** Finds periods in queries: "1980s", "the eighties", "from 1980 to 1989", "1980-1989", "before 1950". */
import { findYear } from '../../search/text/numerals';
import type { WordSpan, WordsToInterpret } from './words-to-interpret';

/** A period of years, and the words that name it. */
export interface Period extends WordSpan {
  /** First year. */
  readonly from: number;
  /** Last year. */
  readonly to: number;
  /** Whether a word without digits names the period, such as "eighties". */
  readonly isNamed: boolean;
  /** Whether only a dash joins two years. "1914-1918" may be part of a title. */
  readonly isDashed: boolean;
}

/** First year of a period without a start ("before 1950"). */
const FIRST_YEAR = 1870;
/** Last year of a period without an end ("after 1950"). */
const LAST_YEAR = 2099;
/** Decades from `FIRST_YEAR` on. No film is older, so "1860s" is the time of a story. */
const DECADE = /^(18[789]0|19\d0|20\d0)s$/;
/** Decades with two digits, such as "80s". */
const SHORT_DECADE = /^([0-9])0s$/;
/** "00s" and "10s" mean decades after 2000. */
const LATE_SHORT_DECADES = new Set(['0', '1']);
const DASH = /^[-\u2010-\u2015\u2212]$/;
/** Matches the end of a text before a range of years that is part of a longer number: "12-1950-1955". */
const NUMBER_BEFORE = /\d\s?[-\u2010-\u2015\u2212]\s?$/;
/** Matches the start of a text after such a range. */
const NUMBER_AFTER = /^\s?[-\u2010-\u2015\u2212]\s?\d/;
const DECADE_NAMES = new Map(
  ['twenties', 'thirties', 'forties', 'fifties', 'sixties', 'seventies', 'eighties', 'nineties'].map(
    (name, index) => [name, 1920 + 10 * index] as const,
  ),
);

/**
 * Returns the first period in the uninterpreted words of a query, from 1870 to 2099; null if there is none. A single
 * year is not a period.
 */
export function findPeriod(query: WordsToInterpret): Period | null {
  const words = query.uninterpreted;
  for (let start = 0; start < words.length; start += 1) {
    const period = rangeAt(words, start) ?? dashedRangeAt(query, words, start) ?? decadeAt(words, start);
    if (period !== null) return period;
  }
  return null;
}

/** Returns the period "1950-1955" or "1950 - 1955". Two years without a dash may be a title and its year. */
function dashedRangeAt({ text, words }: WordsToInterpret, folded: readonly string[], at: number): Period | null {
  const from = findYear(folded[at] ?? '');
  const to = findYear(folded[at + 1] ?? '');
  const [first, second] = words.slice(at, at + 2);
  if (from === null || to === null || from >= to || first === undefined || second === undefined) return null;
  if (!DASH.test(text.slice(first.end, second.start).trim())) return null;
  const isInNumber =
    NUMBER_BEFORE.test(text.slice(Math.max(0, first.start - 4), first.start)) ||
    NUMBER_AFTER.test(text.slice(second.end, second.end + 4));
  return isInNumber ? null : { from, to, start: at, end: at + 2, isNamed: false, isDashed: true };
}

function decadeAt(words: readonly string[], start: number): Period | null {
  const first = decadeOf(words[start] ?? '');
  const isNamed = DECADE_NAMES.has(words[start] ?? '');
  return first === null ? null : { from: first, to: first + 9, start, end: start + 1, isNamed, isDashed: false };
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
    return { from, to, start, end: start + wordCount, isNamed: false, isDashed: false };
  };
  if (secondYear !== null && fourthYear !== null && secondYear <= fourthYear && isRange(first, third)) {
    return toPeriod(secondYear, fourthYear, 4);
  }
  if (firstYear !== null && thirdYear !== null && firstYear < thirdYear && ['to', 'until'].includes(second)) {
    return toPeriod(firstYear, thirdYear, 3);
  }
  if (secondYear === null) return null;
  if (first === 'before') return toPeriod(FIRST_YEAR, secondYear - 1, 2);
  if (first === 'after' && secondYear < LAST_YEAR) return toPeriod(secondYear + 1, LAST_YEAR, 2);
  return first === 'since' ? toPeriod(secondYear, LAST_YEAR, 2) : null;
}

function isRange(first: string, third: string): boolean {
  return first === 'from' ? third === 'to' || third === 'until' : first === 'between' && third === 'and';
}
