/** Finds periods in queries: "1980s", "the eighties", "from 1980 to 1989", "before 1950". */
import { findYear } from '../../search/text/numerals';

/** A period of years, and the words that name it. */
export interface Period {
  readonly from: number;
  readonly to: number;
  /** Index of the first word, and one past the last. */
  readonly start: number;
  readonly end: number;
  /** Whether a word without digits names it: "eighties". */
  readonly isNamed: boolean;
}

/** First year of an open period ("before 1950"). */
const FIRST_YEAR = 1870;
/** Last year of an open period ("after 1950"). */
const LAST_YEAR = 2099;
const DECADE = /^(1[89]\d0|20\d0)s$/;
/** Decades with two digits, such as "80s". */
const SHORT_DECADE = /^([0-9])0s$/;
/** "00s" and "10s" mean decades after 2000. */
const LATE_SHORT_DECADES = new Set(['0', '1']);
const DECADE_NAMES = new Map(
  ['twenties', 'thirties', 'forties', 'fifties', 'sixties', 'seventies', 'eighties', 'nineties'].map(
    (name, index) => [name, 1920 + 10 * index] as const,
  ),
);

/**
 * Returns the first period that the folded words of a query name; null if there is none. A single year is not a period.
 */
export function findPeriod(words: readonly string[]): Period | null {
  for (let start = 0; start < words.length; start += 1) {
    const period = rangeAt(words, start) ?? decadeAt(words, start);
    if (period !== null) return period;
  }
  return null;
}

function decadeAt(words: readonly string[], start: number): Period | null {
  const first = decadeOf(words[start] ?? '');
  const isNamed = DECADE_NAMES.has(words[start] ?? '');
  return first === null ? null : { from: first, to: first + 9, start, end: start + 1, isNamed };
}

function decadeOf(word: string): number | null {
  const long = DECADE.exec(word)?.[1];
  if (long !== undefined) return Number(long);
  const short = SHORT_DECADE.exec(word)?.[1];
  if (short !== undefined) return (LATE_SHORT_DECADES.has(short) ? 2000 : 1900) + 10 * Number(short);
  return DECADE_NAMES.get(word) ?? null;
}

const RANGE_WORDS: Readonly<Record<string, string>> = { from: 'to', between: 'and' };

function rangeAt(words: readonly string[], start: number): Period | null {
  const [word = '', first = '', joint = '', last = ''] = words.slice(start, start + 4);
  const from = findYear(first);
  const to = findYear(last);
  if (
    from !== null &&
    to !== null &&
    from <= to &&
    (RANGE_WORDS[word] === joint || (word === 'from' && joint === 'until'))
  ) {
    return { from, to, start, end: start + 4, isNamed: false };
  }
  const plain = findYear(word);
  const next = findYear(joint);
  if (plain !== null && next !== null && plain < next && (first === 'to' || first === 'until')) {
    return { from: plain, to: next, start, end: start + 3, isNamed: false };
  }
  if (from === null) return null;
  if (word === 'before') return { from: FIRST_YEAR, to: from - 1, start, end: start + 2, isNamed: false };
  if (word === 'after') return { from: from + 1, to: LAST_YEAR, start, end: start + 2, isNamed: false };
  return word === 'since' ? { from, to: LAST_YEAR, start, end: start + 2, isNamed: false } : null;
}
