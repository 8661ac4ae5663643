import { otherSpellings } from './other-spellings';

it.each([
  ['mister', ['mr']],
  ['mr', ['mister']],
  ['versus', ['vs']],
  ['captain', ['capt']],
  ['capt', ['captain']],
  ['5th', ['fifth']],
  ['lamp', []],
])('"%s" has the other spellings %j', (folded, others) => {
  expect(otherSpellings(folded)).toEqual(others);
});
