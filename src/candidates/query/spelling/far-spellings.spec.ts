import { toSearchQuery } from '../query-parser';
import type { SearchField } from '../search-query';
import { lexemesOfNameToComplete, lexemesToComplete, similarLexemes } from './far-spellings';
import { spellingDeletes } from '../query-lexemes';

/** Lexemes of the catalog in these tests. */
const COUNTED = ['tstar', 'pstarr', 'oemptr'];

function toComplete(text: string, searchIn?: readonly SearchField[]): string[] {
  const documents = new Map(COUNTED.map((lexeme) => [lexeme, 5]));
  return lexemesToComplete(toSearchQuery(text, searchIn), { total: 100, documents, nearSpellings: [] });
}

describe('the last word of a query is completed', () => {
  it.each([
    ['star emp', ['temp', 'pemp']],
    ['emp', ['temp', 'pemp']],
    ['Star Émp', ['temp', 'pemp']],
    ['emp star emp', ['temp', 'pemp']],
    ['star empt', ['tempt', 'pempt']],
    // Only overviews have this word.
    ['star emptr', ['temptr', 'pemptr']],
    ['star моск', ['tмоск', 'pмоск']],
  ])('in "%s"', (text, lexemes) => {
    expect(toComplete(text)).toEqual(lexemes);
  });

  it('only with words of the searched fields', () => {
    expect(toComplete('star emp', ['title', 'genres'])).toEqual(['temp']);
    expect(toComplete('star emp', ['people'])).toEqual(['pemp']);
    expect(toComplete('star emp', ['overview'])).toEqual([]);
  });
});

describe('the last word of a query is not completed', () => {
  it.each([
    ['if a title has it', 'emp star'],
    ['if a name has it', 'ringo starr'],
    ['if another word with its stem comes first', 'emps star emp'],
    ['if it has two letters', 'star em'],
    ['if it is quoted', 'star "emp"'],
    ['if punctuation follows', 'star emp.'],
    ['if it is a stop word', 'star the'],
    ['if it is a filler', 'star movie'],
    ['if it is a number', 'star 1994'],
    ['if it is a numeral', 'star viii'],
    ['if it is a season', 'star s02'],
    ['in a long query', 'one two three four five six seven eight nine ten emp'],
    ['in a query without words', '???'],
  ])('%s', (_, text) => {
    expect(toComplete(text)).toEqual([]);
  });
});

describe('the last word of a query of two or three words may be the beginning of a name', () => {
  it.each([
    ['ringo starr', ['tstarr', 'pstarr']],
    ['ada ringo starr', ['tstarr', 'pstarr']],
    ['starr', []],
    ['one ada ringo starr', []],
    ['the starr', []],
    ['starr comedies', []],
    ['comedies starr', []],
    ['ringo starr 1994', []],
    ['1994 starr', []],
  ])('in "%s": %j', (text, lexemes) => {
    expect(lexemesOfNameToComplete(toSearchQuery(text, undefined))).toEqual(lexemes);
  });
});

it.each([
  ['hnuted', 'haunted', true],
  ['fihgtng', 'fighting', true],
  ['hnuted', 'planets', false],
  ['fihgt', 'fighter', false],
])(
  '"%s" is compared less strictly with "%s" if the catalog has another word of the query',
  (typed, word, isSimilar) => {
    expect(similarLexemes([typed], [word], false)).toEqual([]);
    expect(similarLexemes([typed], [word], true)).toEqual(isSimilar ? [`t${word}`, `p${word}`] : []);
  },
);

it.each([
  ['lamp mn', ['lamp', 'amp', 'lmp', 'lap', 'lam', 'mn']],
  ['mn', ['mn']],
  ['lamp m', ['lamp', 'amp', 'lmp', 'lap', 'lam']],
  ['lamp of', ['lamp', 'amp', 'lmp', 'lap', 'lam']],
])('the query "%s" looks for misspelled words with the spelling deletes %j', (text, deletes) => {
  expect(spellingDeletes(toSearchQuery(text, undefined))).toEqual(deletes);
});
