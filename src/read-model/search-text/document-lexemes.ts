import { FIELD_PREFIX, type IndexedField, MARK_PREFIX, quoteLexeme } from './lexemes';
import { findNumeral } from './numerals';
import { encodeProfile, type LexemeUses } from './profile';
import { stemWord } from './stem';
import { type Word, wordsOf } from './words';

/** Words indexed of one text; what is longer is searched by its beginning. */
const TEXT_MAX_WORDS = 2_000;
/** Words of one title or name. */
const LINE_MAX_WORDS = 60;
/** Two words written as one are no longer than this together. */
const JOINED_MAX_CHARS = 24;

/** Collects the lexemes of one document and how it uses them. */
export class DocumentLexemes {
  private readonly lexemes = new Set<string>();
  private readonly uses = new Map<string, LexemeUses>();
  private overviewWords = 0;

  /** A title of the item. Its words are indexed as written too, so that slips of the keyboard find whole words. */
  addTitle(title: string): void {
    const words = wordsOf(title).slice(0, LINE_MAX_WORDS);
    for (const [index, word] of words.entries()) {
      this.addWord('title', word);
      this.lexemes.add(FIELD_PREFIX.title + word.folded);
      const numeral = findNumeral(word.folded);
      if (numeral !== null) this.addUsed(`${MARK_PREFIX.numeral}${numeral}`);
      const next = words[index + 1];
      if (next !== undefined && joinable(word, next)) {
        this.addUsed(MARK_PREFIX.joined + stemWord(word.folded + next.folded));
      }
    }
  }

  /** A text of another field; `rank` is for people: 2 for the first of them. */
  addText(field: Exclude<IndexedField, 'title'>, text: string, rank: 1 | 2 = 1): void {
    for (const word of wordsOf(text).slice(0, field === 'overview' ? TEXT_MAX_WORDS : LINE_MAX_WORDS)) {
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

function joinable(word: Word, next: Word): boolean {
  const length = word.folded.length + next.folded.length;
  return !word.stop && !next.stop && length <= JOINED_MAX_CHARS && word.end <= next.start;
}
