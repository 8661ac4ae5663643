import fc from 'fast-check';
import { containsText } from './contains';

describe('containsText', () => {
  it('agrees with the built-in method', () => {
    // Few different characters, so that parts repeat themselves and often occur.
    const few = fc.string({ unit: fc.constantFrom('a', 'b', '\u{1F600}'), maxLength: 12 });
    const part = fc.string({ unit: fc.constantFrom('a', 'b', '\u{1F600}'), maxLength: 5 });
    fc.assert(
      fc.property(few, part, (text, sought) => {
        expect(containsText(text, sought)).toBe(text.includes(sought));
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
