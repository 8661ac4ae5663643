/** Collects the lexemes of a document for the index and for its profile. */
import { escapeLexeme, FIELD_PREFIX, type IndexedField, MARK_PREFIX, numeralLexeme } from './lexemes';
import { findNumeral } from '../text/numerals';
import { cutWord } from '../text/stem';
import { wordsOf } from '../text/words';
import type { Word } from '../text/word';
import { encodeProfile, lexemeHash, raiseUse } from './profile';

/** Maximum number of words read at the beginning of an overview or a tagline. Stop words count, but are not indexed. */
const TEXT_MAX_WORDS = 2_000;
/** Maximum number of indexed words of any other text, such as a title, a name or a genre. */
const LINE_MAX_WORDS = 60;
/**
 * Maximum number of code units of all words of a document; a code unit has at most three bytes. A `tsvector` has at
 * most a mebibyte. More than half of it remains for marks; the import limits their size.
 */
const WORDS_MAX_CHARS = 150_000;

/** Collects the lexemes of one document, and the fields that use each of them. */
export class DocumentLexemes {
  /** Lexemes with their prefixes, in the order of their addition. */
  private readonly lexemes = new Set<string>();
  /** Uses (see `raiseUse`) by lexeme without field prefix, in the order of their first use. */
  private readonly uses = new Map<string, number>();
  private overviewWords = 0;
  private remainingChars = WORDS_MAX_CHARS;

  /**
   * Adds a title of the item. Its words are also indexed unstemmed, because corrections of spelling need whole words.
   */
  addTitle(title: string): void {
    for (const word of wordsOf(title).slice(0, LINE_MAX_WORDS)) {
      this.addWord('title', word, 1);
      this.add(FIELD_PREFIX.title + cutWord(word.folded));
      const numeral = findNumeral(word.folded);
      if (numeral !== null) this.add(numeralLexeme(numeral));
    }
  }

  /**
   * Adds a text of another field. `level` (see `LexemeUses`) is 2 for leading people, otherwise 1. The words of people
   * are also indexed unstemmed, like those of titles.
   */
  addText(field: Exclude<IndexedField, 'title'>, text: string, level: 1 | 2 = 1): void {
    for (const word of wordsOf(text).slice(0, field === 'overview' ? TEXT_MAX_WORDS : LINE_MAX_WORDS)) {
      if (field === 'overview') {
        if (word.isStopWord) continue;
        this.overviewWords += 1;
      }
      if (field === 'people') this.add(FIELD_PREFIX.people + cutWord(word.folded));
      this.addWord(field, word, level);
    }
  }

  /** Adds a mark, which is a lexeme that is not a word of a field. The profile does not contain it. */
  addMark(lexeme: string): void {
    this.lexemes.add(escapeLexeme(lexeme));
  }

  /** Adds the initials of a title. They are the only mark in the profile; ranking reads them there. */
  addAcronym(acronym: string): void {
    const mark = MARK_PREFIX.acronym + acronym;
    this.add(mark);
    this.addUse('title', mark, 1);
  }

  /** Returns the `tsvector` literal and the profile of the document. */
  build(): { literal: string; profile: string } {
    const { lexemes, uses, overviewWords } = this;
    return {
      literal: lexemes.size === 0 ? '' : `'${[...lexemes].join("' '")}'`,
      profile: encodeProfile([...uses.keys()].map(lexemeHash), [...uses.values()], overviewWords),
    };
  }

  private addWord(field: IndexedField, { lexeme, otherLexemes }: Word, level: 1 | 2): void {
    for (const variant of [lexeme, ...otherLexemes]) {
      this.add(FIELD_PREFIX[field] + variant);
      this.addUse(field, variant, level);
    }
  }

  /**
   * Adds a lexeme if there is room for it. It consists of letters, digits, combining characters and dots, so nothing is
   * escaped.
   */
  private add(lexeme: string): void {
    if (lexeme.length > this.remainingChars || this.lexemes.has(lexeme)) return;
    this.remainingChars -= lexeme.length;
    this.lexemes.add(lexeme);
  }

  private addUse(field: IndexedField, lexeme: string, level: 1 | 2): void {
    this.uses.set(lexeme, raiseUse(this.uses.get(lexeme) ?? 0, field, level));
  }
}
