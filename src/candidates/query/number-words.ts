/** Other ways to write the numbers of a query: "5th" and "fifth", "twenty-eight" and "28", "part V" and "part 5". */
import { findNumeral, findOrdinal, ordinalSpellings } from '../../search/text/numerals';
import type { Word } from '../../search/text/word';

const PART_WORDS = new Set(['part', 'chapter', 'volume', 'vol', 'book', 'episode', 'pt']);
const SINGLE_LETTER_NUMERALS = new Map([
  ['i', 1],
  ['v', 5],
  ['x', 10],
]);
const UNITS = new Map(
  'one two three four five six seven eight nine'.split(' ').map((word, index) => [word, index + 1] as const),
);
const TENS = new Map(
  'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ').map((word, index) => [word, 20 + 10 * index]),
);
const SCALES = new Map([
  ['hundred', 100],
  ['thousand', 1_000],
]);
/** Words of the longest number that is read. */
const NUMBER_WORDS_MAX = 7;
const SPOKEN_YEAR_WORDS_MAX = 3;

/** Other spellings of a number that titles have as words: ordinals, and V and X. */
export function otherNumberSpellings(folded: string): string[] {
  const value = findNumeral(folded);
  if (value !== null)
    return [...SINGLE_LETTER_NUMERALS].flatMap(([roman, each]) => (each === value && value > 1 ? [roman] : []));
  const rank = findOrdinal(folded);
  if (rank === null) return [];
  return ordinalSpellings(rank).filter((each) => each !== folded);
}

/**
 * The number that a word means in a title: "two", "II", "2"; I, V and X only behind a word such as "part"; "the second X
 * movie" asks for the number 2.
 */
export function numeralAt(words: readonly Word[], index: number): number | null {
  const folded = words[index]?.folded ?? '';
  const plain = findNumeral(folded);
  if (plain !== null) return plain;
  const before = words[index - 1]?.folded ?? '';
  if (PART_WORDS.has(before)) return SINGLE_LETTER_NUMERALS.get(folded) ?? null;
  return isSequelOrdinal(words, index) ? findOrdinal(folded) : null;
}

/** "the second ... movie": which of several films is meant. The ordinal is no word of its title. */
function isSequelOrdinal(words: readonly Word[], index: number): boolean {
  const rank = findOrdinal(words[index]?.folded ?? '');
  const last = words.at(-1)?.folded ?? '';
  if (rank === null || index > 1 || index >= words.length - 2) return false;
  return ['movie', 'film', 'one'].includes(last) && (index === 0 || words[0]?.folded === 'the');
}

/** Neighbouring words that are one number when written in digits. */
export interface NumberWords {
  /** Index of the first word, and one past the last. */
  readonly start: number;
  readonly end: number;
  readonly digits: string;
}

/** The numbers that several words mean: "twenty eight", "ten thousand", "fourteen ninety-two". */
export function numbersIn(words: readonly Word[]): NumberWords[] {
  const numbers: NumberWords[] = [];
  for (let start = 0; start < words.length; start += 1) {
    for (let end = Math.min(words.length, start + NUMBER_WORDS_MAX); end > start + 1; end -= 1) {
      const value = numberOf(words.slice(start, end).map((word) => word.folded));
      if (value === null) continue;
      numbers.push({ start, end, digits: String(value) });
      start = end - 1;
      break;
    }
  }
  return numbers;
}

function numberOf(words: readonly string[]): number | null {
  return cardinalOf(words) ?? spokenYearOf(words);
}

function cardinalOf(words: readonly string[]): number | null {
  let total = 0;
  let group = 0;
  let before: 'none' | 'unit' | 'tens' | 'scale' | 'and' = 'none';
  for (const word of words) {
    const small = unitOrTensOf(word);
    const scale = SCALES.get(word);
    if (small !== null) {
      const fits = before === 'tens' ? small.value < 10 && small.kind === 'unit' : before !== 'unit';
      if (!fits) return null;
      group += small.value;
      before = small.kind;
    } else if (scale !== undefined && (before === 'unit' || before === 'tens')) {
      if (scale === 100) group *= scale;
      else {
        total += group * scale;
        group = 0;
      }
      before = 'scale';
    } else if (word === 'and' && before === 'scale') before = 'and';
    else return null;
  }
  return before === 'and' || before === 'none' ? null : total + group;
}

function unitOrTensOf(word: string): { value: number; kind: 'unit' | 'tens' } | null {
  const tens = TENS.get(word);
  if (tens !== undefined) return { value: tens, kind: 'tens' };
  const unit = UNITS.get(word) ?? (/^[a-z]{3,}$/.test(word) && word !== 'zero' ? findNumeral(word) : null);
  return unit === null || /^[ivx]+$/.test(word) ? null : { value: unit, kind: 'unit' };
}

/** Years as they are spoken: "fourteen ninety-two". */
function spokenYearOf(words: readonly string[]): number | null {
  const [first = '', ...others] = words;
  const century = unitOrTensOf(first)?.value ?? 0;
  if (words.length > SPOKEN_YEAR_WORDS_MAX || century < 10 || century > 20 || century % 10 === 0) return null;
  const rest = cardinalOf(others);
  return rest === null || rest < 10 || rest > 99 ? null : 100 * century + rest;
}
