import fc from 'fast-check';
import {
  afterArticle,
  ARTICLES,
  compactKey,
  decodeForms,
  encodeForms,
  startsWithKeyAfterArticle,
  startsWithCompactKey,
  toTitleForm,
  withoutArticle,
} from './title-forms';

const anyText = fc.string({ unit: 'binary', maxLength: 200 });
const asciiText = fc.string({ unit: 'binary-ascii', maxLength: 200 });

describe('titles', () => {
  it.each([
    ['Spider-Man', 'Spider Man'],
    ['Spider-Man', 'spiderman'],
    ["Schindler's List", 'Schindlers List'],
    ['The Pursuit of D. B. Cooper', 'the pursuit of d.b. cooper'],
    ['Fast & Furious', 'fast and furious'],
    ['千と千尋の神隠し', '千と千尋の 神隠し'],
  ])('%s has the same compact key as %s', (one, other) => {
    expect(compactKey(toTitleForm(one)?.folded ?? '')).toBe(compactKey(toTitleForm(other)?.folded ?? '-'));
  });

  it('begin with a compact key exactly if their text without spaces begins with it', () => {
    const folded = fc.oneof(asciiText, anyText, fc.constantFrom('spider man', 'spider  man', ' s', 'a'.repeat(300)));
    fc.assert(
      fc.property(folded, folded, fc.nat({ max: 210 }), (form, other, length) => {
        for (const key of [compactKey(form).slice(0, length), compactKey(other)]) {
          expect(startsWithCompactKey(form, key)).toBe(form.replace(/ /g, '').startsWith(key));
          expect(startsWithCompactKey(form, compactKey(form))).toBe(true);
        }
      }),
    );
  });

  it('are found by their beginning, with any article or none', () => {
    const title = fc
      .stringMatching(/^[b-z][b-z0-9]{2,8}( [b-z0-9]{1,8}){0,4}$/)
      .filter((text) => withoutArticle(text) === text);
    const article = fc.constantFrom('', ...ARTICLES.map((each) => `${each} `));
    fc.assert(
      fc.property(title, article, article, fc.integer({ min: 3, max: 40 }), (bare, ofTitle, ofQuery, length) => {
        const key = compactKey(withoutArticle(ofQuery + bare)).slice(0, length);
        expect(startsWithKeyAfterArticle(ofTitle + bare, key)).toBe(true);
        expect(startsWithKeyAfterArticle(ofTitle + bare, `${key}-`)).toBe(false);
      }),
    );
  });

  it.each([
    ['the dark knight', 'darkkni', true],
    ['dark knight', 'darkkni', true],
    ['theory of love', 'oryof', false],
    ['the up', 'up', false],
    ['anna', 'nna', false],
    ['the', 'the', true],
  ])('"%s", without its article, begins with the key "%s": %s', (folded, key, expected) => {
    expect(startsWithKeyAfterArticle(folded, key)).toBe(expected);
  });

  it('can be compared with a key where they are stored, in one text with the forms of other titles', () => {
    const forms = encodeForms(['the amélie', 'an', 'anna'].map((title) => ({ folded: title, accented: 'é' })));
    const second = forms.indexOf('an\t');
    expect(afterArticle(forms)).toBe('the '.length);
    // A title that is only an article keeps it. A comparison stays within its title.
    expect(afterArticle(forms, second)).toBe(second);
    expect(startsWithCompactKey(forms, 'ann', second)).toBe(false);
    expect(startsWithCompactKey(forms, 'ann', forms.indexOf('anna'))).toBe(true);
  });

  it('that consist only of symbols keep the symbols, and blank titles have no form', () => {
    expect(toTitleForm('???')?.folded).toBe('???');
    expect(toTitleForm('   ')).toBeNull();
  });

  it('have forms that stay the same when they are encoded and decoded', () => {
    fc.assert(
      fc.property(fc.array(anyText), (titles) => {
        const forms = titles.map((title) => toTitleForm(title.replace(/\s/g, ' '))).filter((form) => form !== null);
        expect(decodeForms(encodeForms(forms))).toEqual(forms);
      }),
    );
  });
});
