import { escapeLexeme, FIELD_PREFIX, type IndexedField, MARK_PREFIX } from './lexemes';
import { acronymsOf } from '../text/acronyms';
import { findNumeral } from '../text/numerals';
import { encodeProfile, raiseUse } from './profile';
import { isAlso, isStop, lexemeOf, type NumberedWords, Vocabulary } from './vocabulary';

/** Words of one text that are indexed. Of longer texts only the beginning can be searched. */
const TEXT_MAX_WORDS = 2_000;
/** Words of one title or name that are indexed. */
const LINE_MAX_WORDS = 60;
/**
 * Code units of all words of a document, each of at most three bytes. A `tsvector` has at most a mebibyte: this leaves
 * more than half of it for marks, which filters and titles need and which the bounds of the import keep below that.
 */
const WORDS_MAX_CHARS = 150_000;

/** In the note of a text: a bit for each prefix that it is indexed with. Numerals and acronyms contain their prefix. */
const FIELD_BITS: Readonly<Record<IndexedField, number>> = { title: 1, series: 2, people: 4, genres: 8, overview: 16 };
const MARK_BIT = 32;
const ALL_BITS = 63;
/** The packed uses are above these bits. */
const USES_SHIFT = 6;

const vocabulary = new Vocabulary();

/** For each text of the vocabulary, by its number: the document that it was noted for, then the note. */
let notes = new Int32Array(1 << 16);

/** Number of documents begun. */
let document = 0;

/** Collects the lexemes of one document and how it uses them. Only one can be open: a new one closes the one before. */
export class DocumentLexemes {
  private readonly document: number;
  /** Lexemes in order, without the first and the last quote; a row has the lexemes of one prefix. */
  private readonly rows: string[] = [];
  private row: string[] = [];
  private rowPrefix = '';
  private readonly marks = new Set<string>();
  /** Texts with uses, in the order of their first use. */
  private readonly used: number[] = [];
  private overviewWords = 0;
  private room = WORDS_MAX_CHARS;

  constructor() {
    vocabulary.begin();
    document += 1;
    this.document = document;
  }

  /** A title of the item. Its words are indexed as written too, because corrections of spelling need whole words. */
  addTitle(title: string): void {
    const words = this.wordsOf(title, LINE_MAX_WORDS);
    for (let start = 0; start < words.length;) {
      const end = endOfWord(words, start);
      this.addLexemes('title', words, start, end, 1);
      const folded = words[start] ?? 0;
      this.add(FIELD_PREFIX.title, FIELD_BITS.title, folded);
      const numeral = findNumeral(vocabulary.textOf(folded));
      if (numeral !== null) this.addTitleMark(`${MARK_PREFIX.numeral}${numeral}`);
      start = end;
    }
    for (const acronym of acronymsOf(title)) this.addTitleMark(`${MARK_PREFIX.acronym}${acronym}`);
  }

  /** A text of another field. `rank` is for people: 2 for leading ones. */
  addText(field: Exclude<IndexedField, 'title'>, text: string, rank: 1 | 2 = 1): void {
    if (field === 'overview') {
      this.addOverview(text);
      return;
    }
    const words = this.wordsOf(text, LINE_MAX_WORDS);
    for (let start = 0; start < words.length;) {
      const end = endOfWord(words, start);
      if (field === 'people') this.add(FIELD_PREFIX.people, FIELD_BITS.people, words[start] ?? 0);
      this.addLexemes(field, words, start, end, field === 'series' ? 2 : rank);
      start = end;
    }
  }

  /** A lexeme that is not a word. */
  addMark(lexeme: string): void {
    const before = this.marks.size;
    if (this.marks.add(lexeme).size > before) this.append('', escapeLexeme(lexeme));
  }

  /** The `tsvector` literal and the profile of what was added. */
  build(): { literal: string; profile: string } {
    this.requireCurrent();
    this.endRow();
    return {
      literal: this.rows.length === 0 ? '' : `'${this.rows.join("' '")}'`,
      profile: encodeProfile(
        this.used.map((text) => vocabulary.hashOf(text)),
        this.used.map((text) => this.noteOf(text) >> USES_SHIFT),
        this.overviewWords,
      ),
    };
  }

  private addOverview(text: string): void {
    const words = this.wordsOf(text, TEXT_MAX_WORDS);
    for (let start = 0; start < words.length;) {
      const end = endOfWord(words, start);
      if (!isStop(words[start + 1] ?? 0)) {
        this.overviewWords += 1;
        this.addLexemes('overview', words, start, end, 1);
      }
      start = end;
    }
  }

  private wordsOf(text: string, max: number): NumberedWords {
    this.requireCurrent();
    return vocabulary.wordsOf(text, max);
  }

  private requireCurrent(): void {
    if (document !== this.document) throw new Error('A document must be built before the next one begins.');
  }

  private addLexemes(field: IndexedField, words: NumberedWords, start: number, end: number, level: 1 | 2): void {
    for (let index = start; index < end; index += 2) {
      const lexeme = lexemeOf(words[index + 1] ?? 0);
      this.add(FIELD_PREFIX[field], FIELD_BITS[field], lexeme);
      this.use(field, lexeme, level);
    }
  }

  /** Words consist of letters, marks and digits, so nothing needs escaping. */
  private add(prefix: string, bit: number, text: number): void {
    const note = this.noteOf(text);
    if ((note & bit) !== 0) return;
    const spelling = vocabulary.textOf(text);
    const chars = prefix.length + spelling.length;
    if (chars > this.room) return;
    this.room -= chars;
    this.note(text, note | bit);
    this.append(prefix, spelling);
  }

  /** A number in the title, or its initials. Ranking reads them too. */
  private addTitleMark(mark: string): void {
    const text = vocabulary.numberOf(mark);
    this.add('', MARK_BIT, text);
    this.use('title', text, 1);
  }

  private use(field: IndexedField, text: number, level: 1 | 2): void {
    const note = this.noteOf(text);
    const uses = note >> USES_SHIFT;
    if (uses === 0) this.used.push(text);
    this.note(text, (note & ALL_BITS) | (raiseUse(uses, field, level) << USES_SHIFT));
  }

  /** The note of a text; 0 if it is of an earlier document. */
  private noteOf(text: number): number {
    return notes[2 * text] === this.document ? (notes[2 * text + 1] ?? 0) : 0;
  }

  private note(text: number, note: number): void {
    if (2 * text >= notes.length) {
      const more = new Int32Array(4 * text);
      more.set(notes);
      notes = more;
    }
    notes[2 * text] = this.document;
    notes[2 * text + 1] = note;
  }

  private append(prefix: string, text: string): void {
    if (prefix !== this.rowPrefix) this.endRow();
    this.rowPrefix = prefix;
    this.row.push(text);
  }

  private endRow(): void {
    if (this.row.length === 0) return;
    this.rows.push(this.rowPrefix + this.row.join(`' '${this.rowPrefix}`));
    this.row = [];
  }
}

/** The index after a word and the other lexemes at its place. */
function endOfWord(words: NumberedWords, start: number): number {
  let end = start + 2;
  while (end < words.length && isAlso(words[end + 1] ?? 0)) end += 2;
  return end;
}
