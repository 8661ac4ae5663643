import fc from 'fast-check';
import { inverseDocumentFrequency, relativeRarity } from './rarity';

const total = fc.integer({ min: 2, max: 10_000_000 });

describe.each([
  ['inverseDocumentFrequency', inverseDocumentFrequency],
  ['relativeRarity', relativeRarity],
])('%s', (_, rarityOf) => {
  it('never rises as more documents have the term, and is never negative', () => {
    fc.assert(
      fc.property(total, fc.nat(), fc.nat(), (documents, a, b) => {
        const [fewer, more] = [Math.min(a, b), Math.max(a, b)];
        expect(rarityOf(fewer, documents)).toBeGreaterThanOrEqual(rarityOf(more, documents));
        expect(rarityOf(more, documents)).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('is equal for counts that round to the same power of the square root of two', () => {
    expect(rarityOf(1_000, 100_000)).toBe(rarityOf(1_050, 101_000));
    expect(rarityOf(1_000, 100_000)).not.toBe(rarityOf(1_500, 100_000));
  });
});

it('relativeRarity is 1 for a term of one document, and 0 for a count above the total', () => {
  fc.assert(
    fc.property(total, (documents) => {
      expect([relativeRarity(1, documents), relativeRarity(documents * 2, documents)]).toEqual([1, 0]);
    }),
  );
});
