import fc from 'fast-check';
import { toSearchQuery } from '../query-parser';
import type { WeightedWord } from './weighted-word';
import { weighWords } from './term-weights';
import { completesKnownWord, encodeWeights, withEncodedWeights } from './weights-cursor';

const QUERY = toSearchQuery('aaaa bbbb cccc dddd', undefined);
const WORDS = weighWords(QUERY, { total: 10, documents: new Map(), nearSpellings: [] });
/** A word has at most eight corrections one edit apart, twelve completions, and six other corrections. */
const CORRECTIONS_MAX = 26;

/** Returns four words, each with a given number of corrections of a given length. */
function misspelledWords(counts: readonly number[], length: number): WeightedWord[] {
  return WORDS.map((word, index) => {
    const lexemes = Array.from({ length: counts[index] ?? 0 }, (_, rank) =>
      `${index}${String.fromCharCode(97 + rank)}`.padEnd(length, 'x'),
    );
    const corrections = lexemes.map((lexeme) => ({ folded: lexeme, lexeme, factor: 0.85, spellings: new Map() }));
    return { ...word, isKnown: false, corrections };
  });
}

describe('a weights cursor', () => {
  it('keeps the best corrections of every word, and nearly the same number of corrections for each word', () => {
    const givenCounts = fc.array(fc.nat({ max: CORRECTIONS_MAX }), { minLength: 4, maxLength: 4 });
    fc.assert(
      fc.property(givenCounts, fc.integer({ min: 4, max: 40 }), (given, length) => {
        const words = misspelledWords(given, length);
        const text = encodeWeights(words);
        const kept = withEncodedWeights(words, text).map(({ corrections }) => corrections);
        for (const [index, corrections] of kept.entries()) {
          expect(corrections).toEqual(words[index]?.corrections.slice(0, corrections.length));
        }
        const counts = kept.map(({ length }) => length);
        const leastOfCutWords = Math.min(...counts.filter((count, index) => count < (given[index] ?? 0)));
        for (const count of counts) expect(count).toBeLessThanOrEqual(leastOfCutWords + 1);
        expect(leastOfCutWords).toBeGreaterThan(0);
        expect(Buffer.byteLength(text)).toBeLessThan(900);
      }),
    );
  });

  it('tells whether the first page completed the last word although the catalog has it', () => {
    const query = toSearchQuery('ada starr', undefined);
    const documents = new Map([
      ['pada', 20],
      ['pstarr', 4],
    ]);
    const completions = [{ lexeme: 'pstarrett', documents: 3 }];
    const counts = { total: 1_000, documents, nearSpellings: [] };
    const weightsFor = (given: Parameters<typeof weighWords>[1]): string => encodeWeights(weighWords(query, given));
    expect(completesKnownWord(query, counts, weightsFor(counts))).toBe(false);
    const completed = { ...counts, completions, completesKnownWord: true };
    expect(completesKnownWord(query, counts, weightsFor(completed))).toBe(true);
    // Since the first page, the catalog has got the other word.
    const withoutAda = { ...counts, documents: new Map([['pstarr', 4]]) };
    expect(completesKnownWord(query, counts, weightsFor(withoutAda))).toBe(false);
  });
});
