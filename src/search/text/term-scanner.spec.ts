import fc from 'fast-check';
import { wordsOf } from './words';
import type { Word } from './word';
import { TermScanner } from './term-scanner';

const word = fc.constantFrom(
  ...[
    'love',
    'Loving',
    "O'Brien",
    'Spider-Man',
    'spiderman',
    'D.B.',
    'M*A*S*H',
    '10,000',
    'R&B',
    '&',
    'Amélie',
    'amelie',
  ],
  ...[
    'ｌｏｖｅ',
    '東京物語',
    'the',
    'Skies',
    'sky',
    'x',
    'I',
    "rock'n'roll-era",
    'e\u0301',
    '\u0301',
    'İ',
    'ſon',
    '\ud83d\ude00',
  ],
);
const sign = fc.constantFrom(' ', ' ', ' ', ', ', '\n', '\t', '-', "'", '.', ',', '*', '`', '\u00a0', '(', '');
const text = fc.oneof(
  fc.array(fc.tuple(word, sign), { maxLength: 20 }).map((parts) => parts.flat().join('')),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'binary-ascii', maxLength: 60 }),
);

describe('TermScanner', () => {
  it('finds the words that have the lexemes, at the same offsets as tokenizing the whole text does', () => {
    fc.assert(
      fc.property(text, text, (query, searched) => {
        const lexemes = new Set(wordsOf(query).flatMap(({ lexeme, otherLexemes }) => [lexeme, ...otherLexemes]));
        const matchesQuery = ({ lexeme, otherLexemes }: Word): boolean =>
          [lexeme, ...otherLexemes].some((each) => lexemes.has(each));
        const words = new TermScanner(lexemes).wordsIn(searched);
        expect(words.filter(matchesQuery)).toEqual(wordsOf(searched).filter(matchesQuery));
      }),
      { numRuns: 1_000 },
    );
  });

  it('finds the same neighbouring words as tokenizing does; `mayMatch` is true if the text has a sought word', () => {
    fc.assert(
      fc.property(text, text, (asked, searched) => {
        const lexemes = new Set(wordsOf(asked).flatMap(({ lexeme, otherLexemes }) => [lexeme, ...otherLexemes]));
        const isSought = ({ lexeme, otherLexemes }: Word): boolean =>
          [lexeme, ...otherLexemes].some((each) => lexemes.has(each));
        const pairsIn = (words: readonly Word[]): Word[][] =>
          words.slice(1).flatMap((right, index) => {
            const pair = [...words.slice(index, index + 1), right];
            const between = searched.slice(pair[0]?.end, right.start);
            return pair.every(isSought) && !/[\p{L}\p{N}]/u.test(between) ? [pair] : [];
          });
        const scanner = new TermScanner(lexemes);
        expect(pairsIn(scanner.neighboursIn(searched))).toEqual(pairsIn(wordsOf(searched)));
        expect(scanner.mayMatch(searched) || !wordsOf(searched).some(isSought)).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    ['Samuel L. Jackson', ['samuel', 'l', 'jackson']],
    ['Samuel Lee Jackson', []],
    ['Samuel L. M. Jackson', []],
    ['Samuel 5 Jackson', []],
  ])('finds the neighbouring words of "%s": %j', (searched, words) => {
    const scanner = new TermScanner(['samuel', 'jackson']);
    expect(scanner.neighboursIn(searched).map(({ folded }) => folded)).toEqual(words);
  });

  it('returns only the words of a plain ASCII text that begin with a stem prefix of a lexeme', () => {
    const scanner = new TermScanner(['love', 'strang']);
    expect(scanner.wordsIn('Grace Kelly, Lisa Carol Fremont, Self (voice)')).toEqual([]);
    expect(scanner.wordsIn('a Lover, and a stranger').map(({ folded }) => folded)).toEqual(['lover', 'stranger']);
  });
});
