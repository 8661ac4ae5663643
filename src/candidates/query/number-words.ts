/** Other ways to write the numbers of a query: "5th" and "fifth", "twenty-eight" and "28", "part V" and "part 5". */
import { findNumeral, findOrdinal, numeralSpellings, ordinalSpellings } from '../../search/text/numerals';
import type { Word } from '../../search/text/word';
import type { WordSpan } from '../understanding/words-to-interpret';

/** Words before the number of a part. */
const PART_WORDS = new Set(['part', 'chapter', 'volume', 'vol', 'book', 'episode', 'pt']);
/** One-letter Roman numerals. They are numbers after one of `PART_WORDS`; V and X also as the last of several words. */
const SINGLE_LETTER_NUMERALS = new Map([
  ['i', 1],
  ['v', 5],
  ['x', 10],
]);
/** Matches the digits of a number that is written in two words, such as 28: "twenty-eight". */
const TWO_WORD_NUMBER = /^[2-9][1-9]$/;
const SCALES = new Map([
  ['hundred', 100],
  ['thousand', 1_000],
]);
/** Number of words of the longest number: "nine hundred and ninety nine thousand nine hundred and ninety nine". */
const NUMBER_WORDS_MAX = 11;
const SPOKEN_YEAR_WORDS_MAX = 3;

/**
 * Returns other spellings of a folded word: "v" for 5, "x" for 10, "fifth" for "5th", "fiftythree" for 53. Returns none
 * for other words.
 */
export function otherNumberSpellings(folded: string): string[] {
  if (TWO_WORD_NUMBER.test(folded)) return hyphenatedSpellings(folded);
  const value = findNumeral(folded);
  if (value !== null)
    return [...SINGLE_LETTER_NUMERALS].flatMap(([roman, number]) => (number === value && value > 1 ? [roman] : []));
  const rank = findOrdinal(folded);
  if (rank === null) return [];
  return ordinalSpellings(rank).filter((each) => each !== folded);
}

/**
 * Returns the hyphenated spellings of a number of two digits, such as "fifty-three" and "five-three" for 53, without
 * the hyphen: "fiftythree" and "fivethree". The index has hyphenated words in this form.
 */
function hyphenatedSpellings(digits: string): string[] {
  const [tens = '', unit = ''] = [`${digits.charAt(0)}0`, digits.charAt(1)].map(
    (each) => numeralSpellings(Number(each))[0],
  );
  const [digit = ''] = numeralSpellings(Number(digits.charAt(0)));
  return [tens + unit, digit + unit];
}

/**
 * Returns the number that a word of a query means; null for other words. Numbers are "two", "II" and "2", the letters
 * I, V and X after a word such as "part", V and X in capitals at the end of a query, and the ordinal in "the second ...
 * movie".
 *
 * @param isInCapitals whether the word is in capitals and the query is not
 */
export function numeralAt(words: readonly Word[], index: number, isInCapitals: boolean): number | null {
  const folded = words[index]?.folded ?? '';
  const numeral = findNumeral(folded);
  if (numeral !== null) return numeral;
  const previousWord = words[index - 1]?.folded ?? '';
  if (PART_WORDS.has(previousWord)) return SINGLE_LETTER_NUMERALS.get(folded) ?? null;
  if (isInCapitals && folded !== 'i' && index > 0 && index === words.length - 1)
    return SINGLE_LETTER_NUMERALS.get(folded) ?? null;
  return isSequelOrdinal(words, index) ? findOrdinal(folded) : null;
}

/** Returns the number that a word of a title means; null for other words. `folded` has the words of the title. */
export function numeralInTitle(folded: readonly string[], index: number): number | null {
  const word = folded[index] ?? '';
  const isNumbered = PART_WORDS.has(folded[index - 1] ?? '');
  const isLast = index > 0 && index === folded.length - 1 && word !== 'i';
  return findNumeral(word) ?? (isNumbered || isLast ? (SINGLE_LETTER_NUMERALS.get(word) ?? null) : null);
}

/** Returns whether an ordinal tells which of several films is meant: "the second ... movie". */
function isSequelOrdinal(words: readonly Word[], index: number): boolean {
  const rank = findOrdinal(words[index]?.folded ?? '');
  const last = words.at(-1)?.folded ?? '';
  if (rank === null || index > 1 || index >= words.length - 2) return false;
  return ['movie', 'film', 'one'].includes(last) && (index === 0 || words[0]?.folded === 'the');
}

/** Neighbouring words that name one number. */
export interface NumberWords extends WordSpan {
  readonly digits: string;
}

/** Returns the numbers that several words name: "twenty eight", "ten thousand", "fourteen ninety-two". */
export function numbersIn(words: readonly Word[]): NumberWords[] {
  const numbers: NumberWords[] = [];
  for (let start = 0; start < words.length; start += 1) {
    for (let end = Math.min(words.length, start + NUMBER_WORDS_MAX); end > start + 1; end -= 1) {
      const folded = words.slice(start, end).map((word) => word.folded);
      const value = cardinalOf(folded) ?? spokenYearOf(folded);
      // If a scale follows the words, their last one begins another number: "one hundred two hundred" is 100 and 200.
      if (value === null || SCALES.has(words[end]?.folded ?? '')) continue;
      numbers.push({ start, end, digits: String(value) });
      start = end - 1;
      break;
    }
  }
  return numbers;
}

/** Returns the number that the words name together, such as "one hundred and five thousand"; null for other words. */
function cardinalOf(words: readonly string[]): number | null {
  let total = 0;
  let group = 0;
  let previous: 'none' | 'unit' | 'tens' | 'scale' | 'and' = 'none';
  for (const word of words) {
    const unitOrTens = unitOrTensOf(word);
    const scale = SCALES.get(word);
    if (unitOrTens !== null) {
      const mayFollow = previous === 'tens' ? unitOrTens.value < 10 : previous !== 'unit';
      if (!mayFollow) return null;
      group += unitOrTens.value;
      previous = unitOrTens.kind;
    } else if (scale !== undefined && group > 0 && previous !== 'and') {
      // A number has at most one "thousand", and at most one "hundred" on each side of it.
      if (scale === 100 ? group >= 100 : total > 0) return null;
      if (scale === 100) group *= scale;
      else {
        total += group * scale;
        group = 0;
      }
      previous = 'scale';
    } else if (word === 'and' && previous === 'scale') previous = 'and';
    else return null;
  }
  return previous === 'and' || previous === 'none' ? null : total + group;
}

/** Returns the value of a number word from "one" to "ninety"; null for other words. Numbers below 20 are units. */
function unitOrTensOf(word: string): { value: number; kind: 'unit' | 'tens' } | null {
  const isNumberWord = /^[a-z]{3,}$/.test(word) && !/^[ivx]+$/.test(word);
  const value = isNumberWord ? findNumeral(word) : null;
  if (value === null || value === 0) return null;
  return { value, kind: value < 20 ? 'unit' : 'tens' };
}

/** Returns the year from 1010 to 2099 that is spoken in two parts, such as "twenty twelve"; null for other words. */
function spokenYearOf(words: readonly string[]): number | null {
  const [first = '', ...furtherWords] = words;
  const century = unitOrTensOf(first)?.value ?? 0;
  if (words.length > SPOKEN_YEAR_WORDS_MAX || century < 10 || century > 20) return null;
  const yearOfCentury = cardinalOf(furtherWords);
  if (yearOfCentury === null || yearOfCentury < 10 || yearOfCentury > 99) return null;
  return 100 * century + yearOfCentury;
}
