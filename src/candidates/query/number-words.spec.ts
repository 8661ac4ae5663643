import { wordsOf } from '../../search/text/words';
import { numbersIn, numeralAt, otherNumberSpellings } from './number-words';

it.each([
  ['twenty eight days', ['28']],
  ['ten thousand sheep', ['10000']],
  ['one hundred and twenty-three', ['123']],
  ['fourteen ninety-two', ['1492']],
  ['nineteen eighty-four', ['1984']],
  ['one hundred and', ['100']],
  ['two three', []],
  ['seven lamps', []],
  ['hundred', []],
])('reads the numbers of "%s" as %j', (text, digits) => {
  expect(numbersIn(wordsOf(text)).map((each) => each.digits)).toEqual(digits);
});

it.each([
  ['the second Boulder movie', 1, 2],
  ['the second Boulder', 1, null],
  ['Boulder part V', 2, 5],
  ['V for Victory', 0, null],
  ['Boulder III', 1, 3],
])('in "%s", reads the word with the index %i as %j', (text, index, value) => {
  expect(numeralAt(wordsOf(text), index)).toBe(value);
});

it.each([
  ['5th', ['fifth']],
  ['fifth', ['5th']],
  ['thirteenth', ['13th']],
  ['five', ['v']],
  ['word', []],
])('searches for %s also as %j', (folded, others) => {
  expect(otherNumberSpellings(folded)).toEqual(others);
});
