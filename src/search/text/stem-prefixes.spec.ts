import fc from 'fast-check';
import { stemPrefixOf } from './stem-prefixes';
import { stemWord } from './stem';
import { wordsOf } from './words';

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];
/** Suffixes that the stemmer removes or replaces. It can remove several of them from one word. */
const ENDINGS = (
  'ational tional ency ancy izer bly ally ently ely ously ization ation ator alism iveness fulness ousness ality ivity ' +
  'bility biliti logy icate ative alize icity ical ful ness al ance ence er ic able ible ant ement ment ent ou ism ate ' +
  'ity ous ive ize sion tion s es ed ing eed ies sses y e ll l at bl iz ise is'
).split(' ');

describe('stem prefixes', () => {
  it('are prefixes of random words with English endings', () => {
    const stems = fc.string({ unit: fc.constantFrom(...LETTERS), maxLength: 5 });
    const endings = fc.array(fc.constantFrom(...ENDINGS), { maxLength: 3 });
    fc.assert(
      fc.property(stems, endings, (stem, ending) => {
        const word = stem + ending.join('');
        fc.pre(word !== '');
        expect(word.startsWith(stemPrefixOf(stemWord(word)))).toBe(true);
      }),
      { numRuns: 5_000 },
    );
  });

  it('are prefixes of words with a British spelling', () => {
    const stems = fc.constantFrom(
      ...'col cent gre analy catalog organ memor real jeweller defen mo scepti cos paraly'.split(' '),
    );
    const endings = fc.array(fc.constantFrom('our', 're', 'y', 'se', 'is', 'ue', 'ce', ...ENDINGS), { maxLength: 3 });
    fc.assert(
      fc.property(stems, endings, (stem, ending) => {
        const word = stem + ending.join('');
        expect(word.startsWith(stemPrefixOf(stemWord(word)))).toBe(true);
      }),
      { numRuns: 5_000 },
    );
  });

  it('are prefixes of every word of three letters', () => {
    for (const first of LETTERS) {
      for (const second of LETTERS) {
        for (const third of LETTERS) {
          const word = first + second + third;
          if (!word.startsWith(stemPrefixOf(stemWord(word)))) throw new Error(`${word} is stemmed ${stemWord(word)}`);
        }
      }
    }
  });

  it('are prefixes of words in any script', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (text) => {
        for (const { folded, lexeme } of wordsOf(text)) expect(folded.startsWith(stemPrefixOf(lexeme))).toBe(true);
      }),
    );
  });

  it.each([
    ['hoping', 'hop'],
    ['happy', 'happ'],
    ['possibility', 'possib'],
    ['strangers', 'stranger'],
    ['1984', '1984'],
  ])('include, for "%s", the prefix "%s"', (word, prefix) => {
    expect(stemPrefixOf(stemWord(word))).toBe(prefix);
  });
});
