import fc from 'fast-check';
import { PROMINENCE_TIERS, tierLexemes } from './prominence-tiers';

const prominence = fc.double({ min: 0, max: 1, noNaN: true });

describe('prominence tiers', () => {
  it('of a document include all tiers of every less prominent document', () => {
    fc.assert(
      fc.property(prominence, prominence, (one, other) => {
        const [less, more] = one < other ? [one, other] : [other, one];
        const tiersOfMore = new Set(tierLexemes(more));
        expect(tierLexemes(less).filter((lexeme) => !tiersOfMore.has(lexeme))).toEqual([]);
      }),
    );
  });

  it('of a document are all tiers with a lexeme up to its highest tier', () => {
    fc.assert(
      fc.property(prominence, (value) => {
        const lexemes = tierLexemes(value);
        expect(lexemes).toEqual(PROMINENCE_TIERS.slice(PROMINENCE_TIERS.length - lexemes.length));
        expect(lexemes.length).toBe(Math.max(0, Math.min(31, Math.floor(value * 32)) - 11));
      }),
    );
  });
});
