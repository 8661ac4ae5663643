import fc from 'fast-check';
import { DocumentLexemes } from './document-lexemes';
import { filterLexeme, quoteLexeme } from './lexemes';

/** Texts with many characters that must be escaped. */
const anyText = fc.string({
  unit: fc.oneof(fc.constantFrom("'", '\\'), fc.string({ unit: 'binary', maxLength: 1 })),
  maxLength: 200,
});

describe('lexemes', () => {
  it('are escaped, so that they cannot close the quotes around them', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const inner = quoteLexeme(text).slice(1, -1);
        expect(inner.replace(/\\\\/g, '').replace(/''/g, '')).not.toMatch(/['\\]/);
      }),
    );
  });

  it('of filters ignore case, accents and repeated spaces', () => {
    expect(filterLexeme('person', 'ZOË  Kravchenko')).toBe(filterLexeme('person', 'zoe kravchenko'));
  });

  it('of documents have the prefix of their field', () => {
    const document = new DocumentLexemes();
    document.addTitle('The Runners');
    document.addText('overview', 'the runner runs');
    document.addMark('Kmovie');
    const { literal } = document.build();
    expect(literal.split(' ').sort()).toEqual(
      ["'Kmovie'", "'orun'", "'orunner'", "'tthe'", "'trunner'", "'trunners'"].sort(),
    );
  });
});
