import fc from 'fast-check';
import { wordsOf } from '../../search/text/words';
import { PhraseFinder } from './phrase-finder';

const word = fc.constantFrom(
  ...["O'Brien", 'Spider-Man', 'spiderman', 'D.B.', '10,000', 'R&B', '&', 'Amélie', 'amelie', '東京物語', 'the', 'x'],
  ...['love', 'Loving', 'directed', 'by', 'Jane', 'Doe', 'ſon', 'e\u0301', 'İ', '\ud83d\ude00'],
);
const sign = fc.constantFrom(' ', ' ', ' ', ', ', '\n', '-', "'", '.', '(', '');
const text = fc.array(fc.tuple(word, sign), { maxLength: 12 }).map((parts) => parts.flat().join(''));

describe('PhraseFinder', () => {
  it('finds a phrase exactly if its words follow each other, and tells if a credit is directly before it', () => {
    fc.assert(
      fc.property(text, text, text, (before, phrase, after) => {
        const words = wordsOf(phrase).map(({ folded }) => folded);
        fc.pre(words.length > 0);
        const finder = new PhraseFinder(words);
        for (const searched of [before, after, before + phrase + after, `${before} ${phrase} ${after}`]) {
          const line = ` ${wordsOf(searched)
            .map(({ folded }) => folded)
            .join(' ')} `;
          expect(finder.isIn(searched)).toBe(line.includes(` ${words.join(' ')} `));
          const credited = ['directed by', 'x'].some((credit) => line.includes(` ${credit} ${words.join(' ')} `));
          expect(finder.followsCreditIn(searched, ['directed by', 'x'])).toBe(credited);
        }
      }),
      { numRuns: 1_000 },
    );
  });
});
