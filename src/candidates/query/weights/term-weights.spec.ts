import { toSearchQuery } from '../query-parser';
import { hasKnownWord, weighWords } from './term-weights';

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

it.each([
  ['lamp emp', 'empire'],
  ['lamp fog', 'frog'],
  ['lamp sailo', 'hsailo'],
])('for "%s", prefers the correction or completion "%s"', (text, preferred) => {
  const near = ['themp', 'tfrog', 'thsailo'].map((lexeme) => ({ lexeme, documents: 50 }));
  const completions = ['tempire', 'tsailor', 'tfoggy'].map((lexeme) => ({ lexeme, documents: 5 }));
  const counts = { total: 1_000, documents: new Map([['tlamp', 50]]), nearSpellings: near, completions };
  const corrections = weighWords(toSearchQuery(text, undefined), counts).flatMap((each) => each.corrections);
  const [best] = corrections.sort((a, b) => b.factor - a.factor);
  expect(best?.folded).toBe(preferred);
});
