import { toSearchQuery } from '../query-parser';
import { hasKnownWord } from './term-weights';

it.each([
  ['harbor silvre', true],
  ['silvre 1999', false],
  ['silvre horror movies', false],
  ['silvre season 2', false],
  ['the silvre', false],
])('for "%s", whether the catalog has a word that may confirm corrections is %j', (text, isKnown) => {
  const words = ['harbor', '1999', 'horror', 'season', '2', 'the'];
  const documents = new Map(['t', 'o', 'g'].flatMap((field) => words.map((word) => [field + word, 50] as const)));
  documents.set('y1999', 50);
  expect(hasKnownWord(toSearchQuery(text, undefined), { total: 1_000, documents, nearSpellings: [] })).toBe(isKnown);
});
