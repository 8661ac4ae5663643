import fc from 'fast-check';
import { containsText } from './contains';

describe('containsText', () => {
  it('returns the same result as String.includes', () => {
    // There are few different characters, so that repetitions and matches are frequent.
    const texts = fc.string({ unit: fc.constantFrom('a', 'b', '\u{1F600}'), maxLength: 12 });
    const parts = fc.string({ unit: fc.constantFrom('a', 'b', '\u{1F600}'), maxLength: 5 });
    fc.assert(
      fc.property(texts, parts, (text, part) => {
        expect(containsText(text, part)).toBe(text.includes(part));
      }),
      { numRuns: 2_000 },
    );
  });

  it('finds every part of a text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(20), fc.nat(20), (text, start, length) => {
        expect(containsText(text, text.slice(start, start + length))).toBe(true);
      }),
    );
  });
});
