import { stemWord } from '../../search/text/stem';
import { TermScanner } from '../../search/text/term-scanner';
import { wordsOf } from '../../search/text/words';

/** Finds a phrase in texts: folded words that follow each other. */
export class PhraseFinder {
  private readonly phrase: string;
  private readonly scanner: TermScanner;

  constructor(foldedWords: readonly string[]) {
    this.phrase = foldedWords.join(' ');
    const longest = foldedWords.reduce((left, right) => (right.length > left.length ? right : left), '');
    this.scanner = new TermScanner([stemWord(longest)]);
  }

  /** Returns whether a text contains the phrase. */
  isIn(text: string): boolean {
    return this.isInLine(text, ['']);
  }

  /** Returns whether a text contains the phrase directly after one of several texts, such as "directed by". */
  isInAfter(text: string, credits: readonly string[]): boolean {
    return this.isInLine(
      text,
      credits.map((credit) => ` ${credit}`),
    );
  }

  private isInLine(text: string, beginnings: readonly string[]): boolean {
    // Most texts do not contain the longest word, and need not be tokenized.
    if (!this.scanner.mayMatch(text)) return false;
    const line = wordsOf(text).reduce((words, { folded }) => `${words}${folded} `, ' ');
    return beginnings.some((beginning) => line.includes(`${beginning} ${this.phrase} `));
  }
}
