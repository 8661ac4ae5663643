import { stemWord } from '../../search/text/stem';
import { TermScanner } from '../../search/text/term-scanner';
import { wordsOf } from '../../search/text/words';

/** Finds a phrase in texts: folded words that follow each other. */
export class PhraseFinder {
  private readonly phrase: string;
  private readonly scanner: TermScanner;

  /** `foldedWords` must contain at least one word. */
  constructor(foldedWords: readonly string[]) {
    this.phrase = foldedWords.join(' ');
    const longest = foldedWords.reduce((left, right) => (right.length > left.length ? right : left), '');
    this.scanner = new TermScanner([stemWord(longest)]);
  }

  /** Returns whether a text contains the phrase. */
  isIn(text: string): boolean {
    return this.foldedText(text).includes(` ${this.phrase} `);
  }

  /** Returns whether a text contains the phrase directly after one of the credits, such as "directed by". */
  isInAfter(text: string, credits: readonly string[]): boolean {
    const folded = this.foldedText(text);
    return credits.some((credit) => folded.includes(` ${credit} ${this.phrase} `));
  }

  /**
   * Returns the folded words of a text, with a space before and after each word. Returns an empty text if the longest
   * word of the phrase is missing. This is so for most texts, and saves their tokenization.
   */
  private foldedText(text: string): string {
    if (!this.scanner.mayMatch(text)) return '';
    return wordsOf(text).reduce((words, { folded }) => `${words}${folded} `, ' ');
  }
}
