import { escapeLexeme, FIELD_PREFIX, type IndexedField, MARK_PREFIX } from './lexemes';
import { findNumeral } from './numerals';
import { encodeProfile, raiseUse } from './profile';
import { type Word, wordsOf } from './words';

/** Words indexed of one text; what is longer is searched by its beginning. */
const TEXT_MAX_WORDS = 2_000;
/** Words of one title or name. */
const LINE_MAX_WORDS = 60;
/**
 * Code units of all words of a document, of at most three bytes each. A `tsvector` holds a megabyte: this leaves more
 * than half of it to marks, which filters and titles cannot do without and which the import's bounds keep within it.
 */
const WORDS_MAX_CHARS = 150_000;
/** Names and labels repeat: the words of short texts are remembered, all forgotten when there are too many. */
const REMEMBERED_TEXTS = 50_000;
const REMEMBERED_MAX_CHARS = 64;
const remembered = new Map<string, readonly Word[]>();

/** Collects the lexemes of one document and how it uses them. */
export class DocumentLexemes {
  private readonly lexemes = new Set<string>();
  /** By lexeme without prefix, packed as in the profile. */
  private readonly uses = new Map<string, number>();
  private overviewWords = 0;
  private room = WORDS_MAX_CHARS;

  /** A title of the item. Its words are indexed as written too, so that slips of the keyboard find whole words. */
  addTitle(title: string): void {
    const words = rememberedWords(title).slice(0, LINE_MAX_WORDS);
    for (const word of words) {
      this.addWord('title', word, 1);
      this.add(FIELD_PREFIX.title + word.folded);
      const numeral = findNumeral(word.folded);
      if (numeral !== null) this.addNumeral(`${MARK_PREFIX.numeral}${numeral}`);
    }
  }

  /** A text of another field; `rank` is for people: 2 for the first of them. */
  addText(field: Exclude<IndexedField, 'title'>, text: string, rank: 1 | 2 = 1): void {
    const words = rememberedWords(text);
    const end = Math.min(words.length, field === 'overview' ? TEXT_MAX_WORDS : LINE_MAX_WORDS);
    for (let index = 0; index < end; index += 1) {
      const word = words[index];
      if (word === undefined) break;
      if (word.stop && field === 'overview') continue;
      if (field === 'overview') this.overviewWords += 1;
      if (field === 'people') this.add(FIELD_PREFIX.people + word.folded);
      this.addWord(field, word, field === 'series' ? 2 : rank);
    }
  }

  /** A lexeme that is no word. */
  addMark(lexeme: string): void {
    this.lexemes.add(escapeLexeme(lexeme));
  }

  /** The `tsvector` literal and the profile of what was added. */
  build(): { literal: string; profile: string } {
    return {
      literal: this.lexemes.size === 0 ? '' : `'${[...this.lexemes].join("' '")}'`,
      profile: encodeProfile(this.uses, this.overviewWords),
    };
  }

  private addWord(field: IndexedField, word: Word, level: 1 | 2): void {
    this.addLexeme(field, word.lexeme, level);
    if (word.also.length === 0) return;
    for (const lexeme of word.also) this.addLexeme(field, lexeme, level);
  }

  /** Words hold letters, marks and digits alone: there is nothing in them to escape. */
  private addLexeme(field: IndexedField, lexeme: string, level: 1 | 2): void {
    this.add(FIELD_PREFIX[field] + lexeme);
    this.use(field, lexeme, level);
  }

  private add(lexeme: string): void {
    if (this.lexemes.has(lexeme) || lexeme.length > this.room) return;
    this.lexemes.add(lexeme);
    this.room -= lexeme.length;
  }

  /** A number of the title that ranking looks for as well: its prefix keeps it apart from words. */
  private addNumeral(mark: string): void {
    this.add(mark);
    this.use('title', mark, 1);
  }

  private use(field: IndexedField, lexeme: string, level: 1 | 2): void {
    const before = this.uses.get(lexeme);
    const after = raiseUse(before ?? 0, field, level);
    if (after !== before) this.uses.set(lexeme, after);
  }
}

function rememberedWords(text: string): readonly Word[] {
  if (text.length > REMEMBERED_MAX_CHARS) return wordsOf(text);
  const known = remembered.get(text);
  if (known !== undefined) return known;
  const words = wordsOf(text);
  if (remembered.size >= REMEMBERED_TEXTS) remembered.clear();
  remembered.set(text, words);
  return words;
}
