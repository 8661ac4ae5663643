import fc from 'fast-check';
import { isPlainLine } from '../../common/text/plain-line';
import { DocumentLexemes } from '../index/document-lexemes';
import { episodeLexemes, findEpisodeCode, matchesEpisodeCode } from '../index/episode-codes';
import { foldCase, foldText } from './fold';
import { filterLexeme, quoteLexeme } from '../index/lexemes';
import { findNumeral } from './numerals';
import {
  encodeProfile,
  lexemeHash,
  type LexemeUses,
  overviewWordsOf,
  ProfileProbe,
  raiseUse,
  unpackUses,
} from '../index/profile';
import { isOneEditApart, spellingDeletesOf } from '../spelling/spelling-deletes';
import { LEXEME_MAX_CHARS, stemWord } from './stem';
import { startsWithCompactKey, compactKey, decodeForms, encodeForms, toTitleForm } from '../index/title-forms';
import { wordsOf } from './words';

const anyText = fc.string({ unit: 'binary', maxLength: 200 });
const asciiText = fc.string({ unit: 'binary-ascii', maxLength: 200 });
const word = fc.stringMatching(/^[a-z]{3,12}$/);

/** Packs the uses of a lexeme with one call of `raiseUse` for each use. */
function packUses({ title, people, context, overview }: LexemeUses): number {
  let packed = title ? raiseUse(0, 'title', 1) : 0;
  if (people > 0) packed = raiseUse(packed, 'people', people === 2 ? 2 : 1);
  if (context > 0) packed = raiseUse(packed, context === 2 ? 'series' : 'genres', context === 2 ? 2 : 1);
  for (let times = 0; times < overview; times += 1) packed = raiseUse(packed, 'overview', 1);
  return packed;
}

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

  it('only lower-cases a plain line, as Unicode normalisation with lower-casing does', () => {
    const plainOrNot = fc.string({ unit: fc.constantFrom(...'aZ9-\t  é'), maxLength: 8 });
    fc.assert(
      fc.property(fc.oneof(plainOrNot, asciiText), (text) => {
        fc.pre(isPlainLine(text));
        for (const fold of [foldText, foldCase, (each: string) => each.normalize('NFKC').toLowerCase()]) {
          expect(fold(text).replace(/\s+/g, ' ').trim()).toBe(text.toLowerCase());
        }
      }),
    );
  });

  it('keeps accents with foldCase', () => {
    expect(foldCase('AMÉLIE')).toBe('amélie');
    expect(foldCase('AME\u0301LIE')).toBe('amélie');
  });
});

describe('tokens', () => {
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

  it('that consist only of symbols keep them, and blank titles have no form', () => {
    expect(toTitleForm('???')?.folded).toBe('???');
    expect(toTitleForm('   ')).toBeNull();
  });

  it('stay the same when they are encoded and decoded', () => {
    fc.assert(
      fc.property(fc.array(anyText), (titles) => {
        const forms = titles.map((title) => toTitleForm(title.replace(/\s/g, ' '))).filter((form) => form !== null);
        expect(decodeForms(encodeForms(forms))).toEqual(forms);
      }),
    );
  });
});

describe('episode codes', () => {
  it.each([
    ['s01e03', 'e1e3'],
    ['1x03', 'e1e3'],
    ['season 2', 'e2'],
    ['season two', 'e2'],
    ['s02', 'e2'],
    ['episode 14', 'ee14'],
    ['season 1 episode 3', 'e1e3'],
    ['season 2005', 'e2005'],
    ['world series 1919', null],
    ['series 3', 'e3'],
    ['the film', null],
    ['2x4y', null],
  ])('in "%s" give the lexeme %j', (text, lexeme) => {
    expect(findEpisodeCode(text.split(' '))?.lexeme ?? null).toBe(lexeme);
  });

  it.each([
    ['s01e03', 1, 3, true],
    ['s01e03', 1, 2, false],
    ['s01e03', 1, null, false],
    ['season 2', 2, null, true],
    ['season 2', 2, 7, true],
    ['season 2', 1, 7, false],
    ['episode 14', 5, 14, true],
    ['episode 14', 5, null, false],
    ['season 2', null, null, false],
  ])('"%s" matches an item of season %s, episode %s: %s', (text, season_number, episode_number, isMatch) => {
    const code = findEpisodeCode(text.split(' '));
    expect(code !== null && matchesEpisodeCode(code, { season_number, episode_number })).toBe(isMatch);
  });

  it('give the lexemes that documents are indexed with', () => {
    expect(episodeLexemes(1, 3)).toEqual(['e1', 'e1e3', 'ee3']);
    expect(episodeLexemes(2, null)).toEqual(['e2']);
    expect(episodeLexemes(null, null)).toEqual([]);
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
  ])('have the value of "%s": %s', (text, value) => {
    expect(findNumeral(text)).toBe(value);
  });
});

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

describe('profiles', () => {
  const uses = fc.record<LexemeUses>({
    title: fc.boolean(),
    people: fc.constantFrom(0, 1, 2),
    context: fc.constantFrom(0, 1, 2),
    overview: fc.constantFrom(0, 1, 2),
  });

  it('return the encoded uses of each lexeme', () => {
    fc.assert(
      fc.property(fc.dictionary(word, uses, { maxKeys: 40 }), fc.nat({ max: 300 }), (document, length) => {
        const entries = Object.entries(document);
        fc.pre(new Set(entries.map(([lexeme]) => lexemeHash(lexeme))).size === entries.length);
        const profile = encodeProfile(
          entries.map(([lexeme]) => lexemeHash(lexeme)),
          entries.map(([, use]) => packUses(use)),
          length,
        );
        expect(Math.abs(overviewWordsOf(profile) - length)).toBeLessThanOrEqual(3);
        const decoded = new Map<string, LexemeUses>();
        new ProfileProbe(entries.map(([lexeme]) => lexeme)).scan(profile, (index, packed) => {
          decoded.set(entries[index]?.[0] ?? '', unpackUses(packed));
        });
        expect(Object.fromEntries(decoded)).toEqual(document);
      }),
    );
  });
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
