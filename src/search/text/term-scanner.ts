import { stemPrefixesOf } from './stem-prefixes';
import { type Word, wordsOf } from './words';

/**
 * Places where a text must always be tokenized: characters beyond ASCII, and signs that join letters or digits.
 * Everywhere else a word begins after a character that is neither a letter nor a digit, and folding only changes case.
 */
const ALWAYS = ['[^\\0-\\x7f]', '&', "[a-z0-9][-'`.,*](?=[a-z0-9])"];

/** Finds the words of texts that have one of some lexemes, and skips most other words without tokenizing them. */
export class TermScanner {
  private readonly places: RegExp;

  constructor(lexemes: Iterable<string>) {
    // ASCII words have ASCII lexemes.
    const stemPrefixes = stemPrefixesOf([...lexemes]).filter((stemPrefix) => /^[a-z0-9]+$/.test(stemPrefix));
    const beginnings = stemPrefixes.length === 0 ? [] : [`(?<![a-z0-9])(?:${stemPrefixes.join('|')})`];
    this.places = new RegExp([...beginnings, ...ALWAYS].join('|'), 'gi');
  }

  /** All words of a text that have one of the lexemes, and some that have none, in order; the same as `wordsOf` finds. */
  wordsIn(text: string): Word[] {
    const { places } = this;
    const words: Word[] = [];
    places.lastIndex = 0;
    for (let place = places.exec(text); place !== null; place = places.exec(text)) {
      // No word contains a space.
      const from = text.lastIndexOf(' ', place.index) + 1;
      const space = text.indexOf(' ', place.index);
      const to = space < 0 ? text.length : space;
      for (const word of wordsOf(text.slice(from, to))) {
        words.push({ ...word, start: word.start + from, end: word.end + from });
      }
      places.lastIndex = to;
    }
    return words;
  }
}
