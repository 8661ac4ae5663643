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
  ['ada dance movies', 20, false],
  ['best ada dance movies', 20, false],
  ['ada dance movies', 0, true],
  ['dance movies', 20, true],
  ['ada brandt dance movies', 20, true],
  ['lamp dance movies', 20, true],
])('in "%s", if %i names have the word "dance", it only asks for the genre: %j', (text, names, isDemandOnly) => {
  const documents = new Map([
    ...['gdanc', 'pada', 'pbrandt', 'tlamp'].map((lexeme): [string, number] => [lexeme, 30]),
    ['pdance', names],
  ]);
  const words = weighWords(toSearchQuery(text, undefined), { total: 1_000, documents, nearSpellings: [] });
  expect(words.find(({ word }) => word.folded === 'dance')?.word.isDemandOnly).toBe(isDemandOnly);
});

describe('the last word of a query', () => {
  const documents = new Map([
    ['pada', 20],
    ['pstarr', 4],
  ]);

  it('has only completions as corrections if the catalog has it and a longer word, and its stem keeps its weight', () => {
    const nearSpellings = [{ lexeme: 'tstart', documents: 90 }];
    const completions = [{ lexeme: 'pstarrett', documents: 3 }];
    const counts = { total: 1_000, documents, nearSpellings, completions, completesKnownWord: true };
    const [, last] = weighWords(toSearchQuery('ada starr', undefined), counts);
    expect(last).toMatchObject({ isKnown: false, stemFactor: 1 });
    expect(last?.corrections.map(({ folded, factor }) => [folded, factor])).toEqual([['starrett', 0.65]]);
  });

  it('has completions before corrections with another first letter', () => {
    const nearSpellings = [{ lexeme: 'themp', documents: 9 }];
    const counts = { total: 1_000, documents, nearSpellings, completions: [{ lexeme: 'tempire', documents: 5 }] };
    const [, , last] = weighWords(toSearchQuery('ada starr emp', undefined), counts);
    expect(last?.corrections.map(({ folded }) => folded)).toEqual(['empire', 'hemp']);
  });
});
