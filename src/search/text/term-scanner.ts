import { stemPrefixesOf } from './stem-prefixes';
import { type Word, wordsOf } from './words';

/**
 * Where a text must be read closely, whatever is looked for: beyond ASCII, and where a sign joins letters or digits.
 * Everywhere else a word begins behind what is neither, and is folded by its case alone.
 */
const CLOSELY = ['[^\\0-\\x7f]', '&', "[a-z0-9][-'`.,*](?=[a-z0-9])"];

/** Finds words by their lexemes in texts of which most words have others, and are passed over unread. */
export class TermScanner {
  private readonly places: RegExp;

  constructor(lexemes: Iterable<string>) {
    // Words of ASCII have lexemes of ASCII.
    const stemPrefixes = stemPrefixesOf([...lexemes]).filter((stemPrefix) => /^[a-z0-9]+$/.test(stemPrefix));
    const beginnings = stemPrefixes.length === 0 ? [] : [`(?<![a-z0-9])(?:${stemPrefixes.join('|')})`];
    this.places = new RegExp([...beginnings, ...CLOSELY].join('|'), 'gi');
  }

  /** All words of a text that have one of the lexemes, as `wordsOf` gives them, and some that have none; in order. */
  wordsIn(text: string): Word[] {
    const { places } = this;
    const words: Word[] = [];
    places.lastIndex = 0;
    for (let place = places.exec(text); place !== null; place = places.exec(text)) {
      // No word reaches over a space.
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
