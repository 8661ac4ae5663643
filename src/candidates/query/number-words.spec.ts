import fc from 'fast-check';
import { wordsOf } from '../../search/text/words';
import { numbersIn, numeralAt, otherNumberSpellings } from './number-words';

const UNITS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen ' +
  'eighteen nineteen';
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety';

/** Writes a number from 1 to 999,999 in words. */
function inWords(value: number, writesAnd: boolean): string {
  for (const [scale, name] of [
    [1_000, 'thousand'],
    [100, 'hundred'],
  ] as const) {
    if (value < scale) continue;
    const rest = value % scale;
    const restWords = rest === 0 ? [] : [...(writesAnd && rest < 100 ? ['and'] : []), inWords(rest, writesAnd)];
    return [inWords(Math.floor(value / scale), writesAnd), name, ...restWords].join(' ');
  }
  if (value < 20) return UNITS.split(' ')[value] ?? '';
  const tens = TENS.split(' ')[Math.floor(value / 10) - 2] ?? '';
  return value % 10 === 0 ? tens : `${tens} ${inWords(value % 10, writesAnd)}`;
}

it.each([
  ['twenty eight days', ['28']],
  ['ten thousand sheep', ['10000']],
  ['one hundred and twenty-three', ['123']],
  ['one hundred thousand', ['100000']],
  ['two hundred and fifty thousand', ['250000']],
  ['one hundred two hundred', ['100', '200']],
  ['one thousand two thousand', ['1000', '2000']],
  ['ninety nine thousand nine hundred and ninety nine', ['99999']],
  ['one hundred hundred', []],
  ['one hundred and thousand', ['100']],
  ['fourteen ninety-two', ['1492']],
  ['nineteen eighty-four', ['1984']],
  ['ten sixty-six', ['1066']],
  ['twenty twelve', ['2012']],
  ['twenty twenty four', ['2024']],
  ['twenty two', ['22']],
  ['thirty twelve', []],
  ['nine ninety-nine', ['99']],
  ['one hundred and', ['100']],
  ['two three', []],
  ['seven lamps', []],
  ['hundred', []],
])('finds the numbers that several words of "%s" name: %j', (text, digits) => {
  expect(numbersIn(wordsOf(text)).map((each) => each.digits)).toEqual(digits);
});

it('reads every number from 21 to 999,999 that is written in several words', () => {
  fc.assert(
    fc.property(fc.integer({ min: 21, max: 999_999 }), fc.boolean(), (value, writesAnd) => {
      const text = inWords(value, writesAnd);
      const expected = text.includes(' ') ? [{ start: 0, end: text.split(' ').length, digits: String(value) }] : [];
      expect(numbersIn(wordsOf(text))).toEqual(expected);
    }),
  );
});

it('reads every year from 1010 to 2099 that is spoken in two parts of two digits', () => {
  fc.assert(
    fc.property(fc.integer({ min: 10, max: 20 }), fc.integer({ min: 10, max: 99 }), (century, yearOfCentury) => {
      const text = `${inWords(century, false)} ${inWords(yearOfCentury, false)}`;
      expect(numbersIn(wordsOf(text)).map(({ digits }) => digits)).toEqual([String(100 * century + yearOfCentury)]);
    }),
  );
});

it.each([
  ['the second Boulder movie', 1, 2],
  ['the second Boulder', 1, null],
  ['Boulder part V', 2, 5],
  ['V for Victory', 0, null],
  ['Boulder III', 1, 3],
])('in "%s", reads the word with the index %i as %j', (text, index, value) => {
  expect(numeralAt(wordsOf(text), index, false)).toBe(value);
});

it.each([
  ['Boulder V', 1, true, 5],
  ['Boulder X', 1, true, 10],
  ['Boulder I', 1, true, null],
  ['boulder v', 1, false, null],
  ['Boulder V Returns', 1, true, null],
])('in "%s", reads the word with the index %i, in capitals (%j), as %j', (text, index, isInCapitals, value) => {
  expect(numeralAt(wordsOf(text), index, isInCapitals)).toBe(value);
});

it.each([
  ['53', ['fiftythree', 'fivethree']],
  ['99', ['ninetynine', 'ninenine']],
  ['5th', ['fifth']],
  ['fifth', ['5th']],
  ['thirteenth', ['13th']],
  ['five', ['v']],
  ['word', []],
])('searches for %s also as %j', (folded, others) => {
  expect(otherNumberSpellings(folded)).toEqual(others);
});
