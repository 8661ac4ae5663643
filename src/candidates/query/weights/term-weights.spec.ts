import { toSearchQuery } from '../query-parser';
import { hasKnownWord } from './term-weights';

it.each([
  ['harbor silvre', true],
  ['silvre 1999', false],
  ['silvre horror movies', false],
  ['silvre season 2', false],
  ['the silvre', false],
])('"%s" has a word of the catalog that is no stop word, filler, year, genre or number: %j', (text, expected) => {
  const words = ['harbor', '1999', 'horror', 'season', '2', 'the'];
  const documents = new Map(['t', 'o', 'g'].flatMap((field) => words.map((word) => [field + word, 50] as const)));
  documents.set('y1999', 50);
  expect(hasKnownWord(toSearchQuery(text, undefined), { total: 1_000, documents, nearSpellings: [] })).toBe(expected);
});
