import { stemWord } from '../../search/text/stem';
import { TermScanner } from '../../search/text/term-scanner';
import type { Word } from '../../search/text/word';
import { wordsOf } from '../../search/text/words';

/** Matches the text between two neighbouring words. */
const NO_WORD_BETWEEN = /^[^\p{L}\p{N}]*$/u;

/** Finds a phrase in texts: folded words that follow each other. */
export class PhraseFinder {
  private readonly phrase: string;
  private readonly isOneWord: boolean;
  private readonly longestWord: TermScanner;
  private readonly allWords: TermScanner;

  /** `foldedWords` must contain at least one word. */
  constructor(foldedWords: readonly string[]) {
    this.phrase = foldedWords.join(' ');
    this.isOneWord = foldedWords.length === 1;
    const longest = foldedWords.reduce((left, right) => (right.length > left.length ? right : left), '');
    this.longestWord = new TermScanner([stemWord(longest)]);
    this.allWords = new TermScanner(foldedWords.map(stemWord));
  }

  /** Returns whether a text contains the phrase. */
  isIn(text: string): boolean {
    // This rejects most texts without splitting them into words.
    if (!this.longestWord.mayMatch(text)) return false;
    const words = this.isOneWord ? this.allWords.wordsIn(text) : this.allWords.neighboursIn(text);
    return foldedLines(text, words).includes(` ${this.phrase} `);
  }

  /** Returns whether a text contains the phrase directly after one of the credits, such as "directed by". */
  followsCreditIn(text: string, credits: readonly string[]): boolean {
    if (!this.longestWord.mayMatch(text)) return false;
    const folded = foldedLines(text, wordsOf(text));
    return credits.some((credit) => folded.includes(` ${credit} ${this.phrase} `));
  }
}

/**
 * Joins the folded forms of `words`, with a space before and after each one. `words` are some or all words of the text
 * in their order. A word that does not directly follow the word before it in the text starts a new line.
 */
function foldedLines(text: string, words: readonly Word[]): string {
  let lines = ' ';
  let lastEnd = 0;
  for (const { folded, start, end } of words) {
    lines += NO_WORD_BETWEEN.test(text.slice(lastEnd, start)) ? `${folded} ` : `\n ${folded} `;
    lastEnd = end;
  }
  return lines;
}
