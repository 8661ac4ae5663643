import fc from 'fast-check';
import { isOneEditApart, spellingDeletesOf } from './spelling-deletes';

const word = fc.stringMatching(/^[a-z]{3,12}$/);

describe('words one edit apart', () => {
  it('share a spelling delete: one letter added, left out or replaced, or two swapped', () => {
    fc.assert(
      fc.property(word, fc.nat(), fc.constantFrom(...'abcxyz'), fc.nat({ max: 3 }), (text, place, letter, kind) => {
        const at = place % text.length;
        const misspelled = [
          text.slice(0, at) + letter + text.slice(at),
          text.slice(0, at) + text.slice(at + 1),
          text.slice(0, at) + letter + text.slice(at + 1),
          text.slice(0, at) + text.slice(at + 1, at + 2) + text.charAt(at) + text.slice(at + 2),
        ][kind];
        fc.pre(misspelled !== undefined && misspelled !== text && misspelled.length >= 3);
        expect(isOneEditApart(text, misspelled)).toBe(true);
        expect(isOneEditApart(misspelled, text)).toBe(true);
        const shared = spellingDeletesOf(text).filter((text) => spellingDeletesOf(misspelled).includes(text));
        expect(shared).not.toEqual([]);
      }),
    );
  });

  it.each([
    ['film', 'film'],
    ['film', 'flims'],
    ['film', 'movie'],
  ])('do not include %s and %s', (one, other) => {
    expect(isOneEditApart(one, other)).toBe(false);
  });
});
