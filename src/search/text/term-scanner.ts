import { stemPrefixesOf } from './stem-prefixes';
import { wordsOf } from './words';
import type { Word } from './word';

/**
 * Patterns where a text must always be tokenized: characters beyond ASCII, and signs that join letters or digits.
 * Everywhere else, a word starts after a character that is neither a letter nor a digit, and folding only changes the
 * case.
 */
const ALWAYS_TOKENIZED = ['[^\\0-\\x7f]', '&', "[a-z0-9][-'`.,*](?=[a-z0-9])"];

/** Finds the words with given lexemes in texts. Skips most other words without tokenizing them. */
export class TermScanner {
  /** Matches at every place where a word with one of the lexemes may start. */
  private readonly startPattern: RegExp;

  constructor(lexemes: Iterable<string>) {
    // ASCII words have ASCII lexemes.
    const stemPrefixes = stemPrefixesOf([...lexemes]).filter((stemPrefix) => /^[a-z0-9]+$/.test(stemPrefix));
    const beginnings = stemPrefixes.length === 0 ? [] : [`(?<![a-z0-9])(?:${stemPrefixes.join('|')})`];
    this.startPattern = new RegExp([...beginnings, ...ALWAYS_TOKENIZED].join('|'), 'gi');
  }

  /**
   * Returns all words of a text that have one of the lexemes, and possibly further words, in order. Every word equals
   * the word that `wordsOf` returns for the whole text.
   */
  wordsIn(text: string): Word[] {
    const { startPattern } = this;
    const words: Word[] = [];
    startPattern.lastIndex = 0;
    for (let match = startPattern.exec(text); match !== null; match = startPattern.exec(text)) {
      // No word contains a space.
      const from = text.lastIndexOf(' ', match.index) + 1;
      const space = text.indexOf(' ', match.index);
      const to = space < 0 ? text.length : space;
      for (const word of wordsOf(text.slice(from, to))) {
        words.push({ ...word, start: word.start + from, end: word.end + from });
      }
      startPattern.lastIndex = to;
    }
    return words;
  }
}
