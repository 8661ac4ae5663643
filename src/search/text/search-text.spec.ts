import fc from 'fast-check';
import { foldCase, foldText } from './fold';
import { findNumeral, findOrdinal, numeralSpellings } from './numerals';
import { LEXEME_MAX_CHARS, stemWord } from './stem';
import { wordsOf } from './words';

const anyText = fc.string({ unit: 'binary', maxLength: 200 });

describe('folding', () => {
  it('is idempotent', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const folded = foldText(text);
        expect(foldText(folded)).toBe(folded);
      }),
    );
  });

  it.each([
    ['Œuvre', 'oeuvre'],
    ['ÆRØ', 'aero'],
    ['Łódź', 'lodz'],
    ['Straße', 'strasse'],
    ['STRAẞE', 'strasse'],
    ['ﬁlm', 'film'],
    ['Ｓｔａｒ', 'star'],
    ['ｶﾞﾝﾀﾞﾑ', 'ガンダム'],
    ['İstanbul', 'istanbul'],
    ['ΟΔΥΣΣΕΥΣ', 'οδυσσευσ'],
    ['\u212aelvin', 'kelvin'],
    ['ガ', 'ガ'],
    ['नमस्ते', 'नमस्ते'],
  ])('of %s gives %s', (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });

  it('with `foldCase` keeps accents, and composes them', () => {
    expect(foldCase('AMÉLIE')).toBe('amélie');
    expect(foldCase('AME\u0301LIE')).toBe('amélie');
  });
});

describe('folded words and lexemes', () => {
  it('of any text contain only letters, digits and marks, so SQL literals need not escape them', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const { folded, lexeme, otherLexemes } of wordsOf(text)) {
          expect([folded, lexeme, ...otherLexemes].join('')).toMatch(/^[\p{L}\p{N}\p{M}]+$/u);
        }
      }),
    );
  });
});

describe('words', () => {
  it('of any text are in order, within the text, and have lexemes of limited length', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        let previousStart = 0;
        for (const { start, end, folded, lexeme } of wordsOf(text)) {
          expect(start).toBeGreaterThanOrEqual(previousStart);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(text.length);
          expect(lexeme.length).toBeLessThanOrEqual(LEXEME_MAX_CHARS);
          expect(folded).not.toBe('');
          previousStart = start;
        }
      }),
    );
  });

  it('have the same lexemes in capitals and in decomposed form (NFD)', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('é', 'ñ', 'a', 'ö', 'z', ' ', '-', 'œ', 'ß', "'")), (letters) => {
        const text = letters.join('');
        const lexemes = (each: string): string[] => wordsOf(each).map(({ lexeme }) => lexeme);
        expect(lexemes(text.normalize('NFD'))).toEqual(lexemes(text));
        expect(lexemes(text.toUpperCase())).toEqual(lexemes(text));
      }),
    );
  });

  it.each([
    ["Schindler's List", ['schindlers', 'list']],
    ['Spider-Man', ['spider', 'man']],
    ["L'Avventura", ['lavventura']],
    ['D.B. Cooper', ['db', 'cooper']],
    ['M*A*S*H', ['mash']],
    ["rock'n'roll-era", ['rocknroll', 'era']],
    ["c-d-a'b", ['c', 'd', 'ab']],
    ["a'b-cd-ef", ['ab', 'cd', 'ef']],
    ['10,000 BC', ['10000', 'bc']],
    ['Fast & Furious', ['fast', 'and', 'furious']],
    ['end.Start', ['end', 'start']],
    ['東京物語', ['東京', '京物', '物語']],
    ['2001年宇宙の旅2', ['2001', '年宇', '宇宙', '宙の', 'の旅', '2']],
    ['愛', ['愛']],
    ['AKIRA アキラ2', ['akira', 'アキ', 'キラ', '2']],
  ])('of "%s" are %j', (text, folded) => {
    expect(wordsOf(text).map((each) => each.folded)).toEqual(folded);
  });

  it('of a compound have further lexemes: of the joined parts, or of the part after an apostrophe', () => {
    const [spider] = wordsOf('Spider-Man');
    expect(spider?.otherLexemes).toEqual([stemWord('spiderman')]);
    expect(wordsOf("L'Avventura")[0]?.otherLexemes).toEqual([stemWord('avventura')]);
  });
});

describe('numerals', () => {
  it.each([
    ['eleven', 11],
    ['11', 11],
    ['xi', 11],
    ['i', null],
    ['x', null],
    ['1999', null],
  ])('"%s" has the value %s', (text, value) => {
    expect(findNumeral(text)).toBe(value);
  });

  it('of the same value are listed in all their spellings', () => {
    expect(numeralSpellings(2)).toEqual(['two', 'ii', '2']);
    expect(numeralSpellings(90)).toEqual(['ninety', '90']);
    expect(numeralSpellings(1999)).toEqual([]);
  });

  it.each([
    ['5th', 5],
    ['fifth', 5],
    ['99th', 99],
    ['0th', null],
    ['zeroth', null],
    ['100th', null],
  ])('the ordinal "%s" has the value %j', (folded, value) => {
    expect(findOrdinal(folded)).toBe(value);
  });
});
