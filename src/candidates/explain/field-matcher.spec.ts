import fc from 'fast-check';
import { numeralSpellings } from '../../search/text/numerals';
import { toSearchQuery } from '../query/query-parser';
import { weighWords } from '../query/weights/term-weights';
import { FieldMatcher } from './field-matcher';

function matcherOf(text: string): FieldMatcher {
  const query = toSearchQuery(text, undefined);
  const counts = { total: 1_000, documents: new Map<string, number>(), libraries: ['films'], nearSpellings: [] };
  return new FieldMatcher(query, weighWords(query, counts));
}

describe('FieldMatcher', () => {
  it('matches two words of a title that form a word of the query, also with another ending', () => {
    for (const [query, title] of [
      ['spiderman', 'Spider Man'],
      ['moonlighted', 'Moon Lighting'],
      ['lighthouses', 'Light House'],
    ] as const) {
      expect(matcherOf(query).match('title', title)?.matchedWords).toEqual(title.split(' '));
    }
    expect(matcherOf('spiderman').match('title', 'Water Man')).toBeNull();
  });

  it('matches a number in a title with every spelling of the same number in the query', () => {
    const numbers = fc.integer({ min: 2, max: 20 }).chain((value) => {
      const spelling = fc.constantFrom(...numeralSpellings(value));
      return fc.tuple(spelling, spelling, spelling);
    });
    fc.assert(
      fc.property(numbers, ([first, second, inTitle]) => {
        const match = matcherOf(`Rocky ${first} ${second}`).match('title', `Rocky ${inTitle}`);
        expect(match).toMatchObject({ tier: 'all_terms', matchedWords: ['Rocky', inTitle] });
      }),
    );
  });
});
