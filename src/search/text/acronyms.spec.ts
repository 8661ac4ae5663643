import { acronymsOf } from './acronyms';

it.each([
  ['The Lord of the Lanterns: The Return of the King', ['tlotl', 'lotl', 'trotk', 'rotk']],
  ['Back to the Harbour Part II', ['btth']],
  ['A Nightmare on Oak Street', ['anoos', 'noos']],
  ["It's a Wonderful Town", ['iawt']],
  ['Two Words', []],
  ['東京物語', []],
])('the acronyms of "%s" are %j', (title, acronyms) => {
  expect(acronymsOf(title)).toEqual(acronyms);
});
