import fc from 'fast-check';
import { wordsOf } from '../../../search/text/words';
import { TitleFilter } from './title-filter';

function lexemesOf(title: string): string[] {
  return wordsOf(title).flatMap(({ lexeme, isStopWord }) => (isStopWord ? [] : [lexeme]));
}

it.each([
  ['Toy Story', 'Toy Soldiers'],
  ['The Boys', 'Boy'],
  ['Days of Heaven', 'Training Day'],
  ["O'Brien", "Mrs. O'Brien"],
  ['S.W.A.T.', 'SWAT'],
  ['M*A*S*H', 'MASH'],
  ['10,000 BC', '10000'],
  ['Amélie', 'Amelie'],
])('the title filter finds the word that %s shares with %s', (title, other) => {
  expect(new TitleFilter(lexemesOf(other)).mayContainLexeme(title)).toBe(true);
});

it('the title filter rejects a title that does not contain the start of any lexeme', () => {
  expect(new TitleFilter(lexemesOf('Toy Story')).mayContainLexeme('Casablanca')).toBe(false);
});

it('the title filter accepts every title that contains one of the lexemes', () => {
  const word = fc.oneof(
    fc.constantFrom('toy', 'toys', 'boy', 'day', 'keys', 'story', 'happily', 'hoping', 'r2', 'se7en', 'II'),
    fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 6 }),
    fc.string({ unit: fc.constantFrom(..."aeiloy-sS.*'&"), minLength: 1, maxLength: 6 }),
  );
  const separator = fc.constantFrom(' ', '-', "'", '.', ': ', ', ');
  const title = fc
    .array(fc.tuple(word, separator), { minLength: 1, maxLength: 5 })
    .map((parts) => parts.flat().join(''));
  fc.assert(
    fc.property(title, title, (text, other) => {
      const lexemes = lexemesOf(`${text} ${other}`);
      const titleLexemes = new Set(lexemesOf(text));
      for (const lexeme of lexemes)
        if (titleLexemes.has(lexeme)) expect(new TitleFilter([lexeme]).mayContainLexeme(text)).toBe(true);
    }),
    { numRuns: 3_000 },
  );
});
