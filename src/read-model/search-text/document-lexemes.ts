import { FIELD_PREFIX, type IndexedField, MARK_PREFIX, quoteLexeme } from './lexemes';
import { findNumeral } from './numerals';
import { encodeProfile, type LexemeUses } from './profile';
import { type Word, wordsOf } from './words';

/** Words indexed of one text; what is longer is searched by its beginning. */
const TEXT_MAX_WORDS = 2_000;
/** Words of one title or name. */
const LINE_MAX_WORDS = 60;
/** Names and labels repeat: the words of short texts are remembered, all forgotten when there are too many. */
const REMEMBERED_TEXTS = 50_000;
const REMEMBERED_MAX_CHARS = 64;
const remembered = new Map<string, readonly Word[]>();

/** Collects the lexemes of one document and how it uses them. */
export class DocumentLexemes {
  private readonly lexemes = new Set<string>();
  private readonly uses = new Map<string, LexemeUses>();
  private overviewWords = 0;

  /** A title of the item. Its words are indexed as written too, so that slips of the keyboard find whole words. */
  addTitle(title: string): void {
    const words = rememberedWords(title).slice(0, LINE_MAX_WORDS);
    for (const word of words) {
      this.addWord('title', word);
      this.lexemes.add(FIELD_PREFIX.title + word.folded);
      const numeral = findNumeral(word.folded);
      if (numeral !== null) this.addUsed(`${MARK_PREFIX.numeral}${numeral}`);
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
      if (field === 'people') this.lexemes.add(FIELD_PREFIX.people + word.folded);
      this.addWord(field, word, rank);
    }
  }

  /** A lexeme that is no word. */
  addMark(lexeme: string): void {
    this.lexemes.add(lexeme);
  }

  /** The `tsvector` literal and the profile of what was added. */
  build(): { literal: string; profile: string } {
    return {
      literal: [...this.lexemes].map(quoteLexeme).join(' '),
      profile: encodeProfile(this.uses, this.overviewWords),
    };
  }

  private addWord(field: IndexedField, word: Word, rank: 1 | 2 = 1): void {
    this.addLexeme(field, word.lexeme, rank);
    for (const lexeme of word.also) this.addLexeme(field, lexeme, rank);
  }

  private addLexeme(field: IndexedField, lexeme: string, rank: 1 | 2): void {
    this.lexemes.add(FIELD_PREFIX[field] + lexeme);
    const use = this.useOf(lexeme);
    if (field === 'title') use.title = true;
    else if (field === 'people') use.people = rank === 2 ? 2 : use.people === 2 ? 2 : 1;
    else if (field === 'overview') use.overview = use.overview === 0 ? 1 : 2;
    else use.context = field === 'series' ? 2 : use.context === 2 ? 2 : 1;
  }

  /** A mark of the title that ranking looks for as well: its prefix keeps it apart from words. */
  private addUsed(mark: string): void {
    this.lexemes.add(mark);
    this.useOf(mark).title = true;
  }

  private useOf(lexeme: string): LexemeUses {
    let use = this.uses.get(lexeme);
    if (use === undefined) {
      use = { title: false, people: 0, context: 0, overview: 0 };
      this.uses.set(lexeme, use);
    }
    return use;
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
