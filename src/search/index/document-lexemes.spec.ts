import fc from 'fast-check';
import { DocumentLexemes } from './document-lexemes';
import { escapeLexeme, FIELD_PREFIX, type IndexedField } from './lexemes';
import { acronymsOf } from '../text/acronyms';
import { findNumeral } from '../text/numerals';
import { encodeProfile, lexemeHash, raiseUse } from './profile';
import { cutWord } from '../text/stem';
import { isAlso, isStop, lexemeOf, type NumberedWords, Vocabulary } from './vocabulary';
import { type Word, wordsOf } from '../text/words';

/** Words that meet in other texts, letters of several scripts, and all that may stand between. */
const part = fc.oneof(
  fc.constantFrom(
    ...['the', 'Runner', 'runs', 'seven', '7', 'n7', 'R', 'B', '10', '000', 'Zürich', "it's", 'and', '&'],
  ),
  fc.constantFrom(
    ...['東京', 'a\u0301', '\u02bc', 'straße', 'incomprehensible', 'incomprehensibly', 'abcdef', 'ABCDEFabcdef'],
  ),
  fc.constantFrom(
    ...[' ', ' ', ' ', '-', "'", '.', ',', '*', '`', '…', '\n', '\u00b7', '\u2019', '\ud800', '--', ', '],
  ),
  fc.string({ unit: 'binary', maxLength: 4 }),
);
const text = fc.array(part, { maxLength: 16 }).map((parts) => parts.join(''));

type Said = Pick<Word, 'folded' | 'lexeme' | 'also' | 'stop'>;

function said(vocabulary: Vocabulary, words: NumberedWords): Said[] {
  const list: (Said & { also: string[] })[] = [];
  for (let index = 0; index < words.length; index += 2) {
    const code = words[index + 1] ?? 0;
    const lexeme = vocabulary.textOf(lexemeOf(code));
    if (isAlso(code)) list.at(-1)?.also.push(lexeme);
    else list.push({ folded: vocabulary.textOf(words[index] ?? 0), lexeme, also: [], stop: isStop(code) });
  }
  return list;
}

describe('the vocabulary', () => {
  const vocabulary = new Vocabulary();

  it('finds the words that are there, however often it has seen them', () => {
    fc.assert(
      fc.property(text, fc.nat({ max: 20 }), (line, max) => {
        const expected = wordsOf(line)
          .slice(0, max)
          .map(({ folded, lexeme, also, stop }) => ({ folded: cutWord(folded), lexeme, also, stop }));
        expect(said(vocabulary, vocabulary.wordsOf(line, max))).toEqual(expected);
        expect(said(vocabulary, vocabulary.wordsOf(line, max))).toEqual(expected);
      }),
      { numRuns: 1_000 },
    );
  });

  it('grows, and gives each text one number until it forgets', () => {
    const lines = Array.from({ length: 160_000 }, (_, index) => `w${index.toString(36)}`);
    for (const line of lines) vocabulary.wordsOf(line, 1);
    const found = lines.map((line) => vocabulary.wordsOf(line, 1)[0] ?? -1);
    expect(found.map((number) => vocabulary.textOf(number))).toEqual(lines);
    expect(found.map((number) => vocabulary.hashOf(number))).toEqual(lines.map(lexemeHash));
    expect(new Set(found).size).toBe(lines.length);
    vocabulary.begin();
    expect(vocabulary.textOf(0)).toBe('');
    expect(said(vocabulary, vocabulary.wordsOf('the end', 2)).map(({ folded }) => folded)).toEqual(['the', 'end']);
  });
});

interface Addition {
  readonly field: IndexedField | 'mark';
  readonly text: string;
  readonly rank: 1 | 2;
}

/** What a document comes to, lexeme by lexeme. */
class PlainDocument {
  readonly lexemes = new Set<string>();
  readonly uses = new Map<string, number>();
  overviewWords = 0;

  take({ field, text: line, rank }: Addition): void {
    if (field === 'mark') this.lexemes.add(escapeLexeme(`=${line}`));
    else for (const word of wordsOf(line).slice(0, field === 'overview' ? 2_000 : 60)) this.takeWord(field, word, rank);
    for (const acronym of field === 'title' ? acronymsOf(line) : []) {
      this.lexemes.add(`.${acronym}`);
      this.use('title', `.${acronym}`, 1);
    }
  }

  private takeWord(field: IndexedField, word: Word, rank: 1 | 2): void {
    if (field === 'overview' && word.stop) return;
    if (field === 'overview') this.overviewWords += 1;
    if (field === 'people') this.lexemes.add(FIELD_PREFIX.people + cutWord(word.folded));
    for (const lexeme of [word.lexeme, ...word.also]) {
      this.lexemes.add(FIELD_PREFIX[field] + lexeme);
      this.use(field, lexeme, field === 'series' ? 2 : field === 'people' ? rank : 1);
    }
    if (field !== 'title') return;
    this.lexemes.add(FIELD_PREFIX.title + cutWord(word.folded));
    const numeral = findNumeral(word.folded);
    if (numeral === null) return;
    this.lexemes.add(`n${numeral}`);
    this.use('title', `n${numeral}`, 1);
  }

  private use(field: IndexedField, lexeme: string, level: 1 | 2): void {
    this.uses.set(lexeme, raiseUse(this.uses.get(lexeme) ?? 0, field, level));
  }
}

describe('the lexemes of a document', () => {
  const addition = fc.record<Addition>({
    field: fc.constantFrom('title', 'series', 'people', 'genres', 'overview', 'mark'),
    text,
    rank: fc.constantFrom(1, 2),
  });

  it('are those of its texts, in their order, whatever documents went before', () => {
    fc.assert(
      fc.property(fc.array(addition, { maxLength: 8 }), (additions) => {
        const document = new DocumentLexemes();
        const plain = new PlainDocument();
        for (const each of additions) {
          plain.take(each);
          if (each.field === 'mark') document.addMark(`=${each.text}`);
          else if (each.field === 'title') document.addTitle(each.text);
          else document.addText(each.field, each.text, each.field === 'people' ? each.rank : 1);
        }
        const { lexemes, uses, overviewWords } = plain;
        expect(document.build()).toEqual({
          literal: [...lexemes].map((lexeme) => `'${lexeme}'`).join(' '),
          profile: encodeProfile([...uses.keys()].map(lexemeHash), [...uses.values()], overviewWords),
        });
      }),
      { numRuns: 500 },
    );
  });

  it('have an end, and words of a field that fits no more are looked for all the same', () => {
    const document = new DocumentLexemes();
    for (let index = 0; index < 90; index += 1) {
      document.addText('overview', Array.from({ length: 2_000 }, (_, word) => `x${index}y${word}`).join(' '));
    }
    document.addText('genres', 'drama');
    const { literal, profile } = document.build();
    const chars = literal.split(' ').reduce((sum, quoted) => sum + quoted.length - 2, 0);
    expect(chars).toBeLessThanOrEqual(150_000);
    expect(chars).toBeGreaterThan(149_980);
    expect(profile.length).toBe(2 + 5 * (90 * 2_000 + 1));
  });

  it('are collected one document at a time', () => {
    const first = new DocumentLexemes();
    expect(new DocumentLexemes().build()).toEqual({ literal: '', profile: expect.any(String) as string });
    expect(() => {
      first.addText('overview', 'words');
    }).toThrow('before the next');
    expect(() => first.build()).toThrow('before the next');
  });
});
