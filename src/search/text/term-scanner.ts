import { stemPrefixesOf } from './stem-prefixes';
import { wordsOf } from './words';
import type { Word } from './word';

/**
 * Patterns of places where a text must always be tokenized: characters beyond ASCII, `&` (the word "and"), and signs
 * that join letters or digits. Everywhere else, a word starts after a character that is neither a letter nor a digit,
 * and folding only changes the case.
 */
const ALWAYS_TOKENIZED = ['[^\\0-\\x7f]', '&', "[a-z0-9][-'`.,*](?=[a-z0-9])"];

/** Finds the words with given lexemes in texts. Skips most other words without tokenizing them. */
export class TermScanner {
  /** Matches in every part between two spaces that may contain a word with one of the lexemes. */
  private readonly startPattern: RegExp;

  constructor(lexemes: Iterable<string>) {
    // Words with other characters than ASCII letters and digits are always tokenized. All other words have lexemes of
    // ASCII letters and digits, so only prefixes of these characters are needed.
    const stemPrefixes = shortestOf(
      stemPrefixesOf([...lexemes]).filter((stemPrefix) => /^[a-z0-9]+$/.test(stemPrefix)),
    );
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
      const to = spaceAfter(text, match.index);
      addWords(words, text, startOfPart(text, match.index), to);
      startPattern.lastIndex = to;
    }
    return words;
  }

  /**
   * Returns, in order, all words with one of the lexemes that are next to another such word, or separated from it by a
   * single letter, and possibly further words.
   */
  neighboursIn(text: string): Word[] {
    const { startPattern } = this;
    const words: Word[] = [];
    // The range of the text that covers the latest matches without a word between them. Its words are added if there
    // may be more than one.
    let from = 0;
    let to = -1;
    let hasNeighbours = false;
    startPattern.lastIndex = 0;
    for (let match = startPattern.exec(text); match !== null; match = startPattern.exec(text)) {
      const start = startOfPart(text, match.index);
      const isNext = to >= 0 && (start === to + 1 || !ASCII_WORD.test(text.slice(to, start)));
      if (!isNext) {
        if (hasNeighbours) addWords(words, text, from, to);
        from = start;
      }
      to = spaceAfter(text, match.index);
      hasNeighbours = isNext || !SINGLE_WORD.test(text.slice(start, to));
      startPattern.lastIndex = to;
    }
    if (hasNeighbours) addWords(words, text, from, to);
    return words;
  }

  /** Returns whether a text may contain a word with one of the lexemes. If not, it contains none. */
  mayMatch(text: string): boolean {
    this.startPattern.lastIndex = 0;
    return this.startPattern.test(text);
  }
}

/**
 * Returns the prefixes, sorted, without those that begin with a shorter one. An omitted prefix matches only where the
 * shorter one matches, too. Most scanners of one query then have the same pattern, which V8 compiles only once.
 * Compiling takes longer than scanning.
 */
function shortestOf(prefixes: readonly string[]): string[] {
  const shortest: string[] = [];
  for (const prefix of prefixes.toSorted()) {
    const previous = shortest.at(-1);
    if (previous === undefined || !prefix.startsWith(previous)) shortest.push(prefix);
  }
  return shortest;
}

/** Adds the words of the part of a text from `from` to before `to`. */
function addWords(words: Word[], text: string, from: number, to: number): void {
  for (const { folded, lexeme, otherLexemes, start, end, isStopWord } of wordsOf(text.slice(from, to)))
    words.push({ folded, lexeme, otherLexemes, start: start + from, end: end + from, isStopWord });
}

/* No word contains a space. So the parts of a text between its spaces can be tokenized separately. */

/**
 * Finds a word in the text between two matches. ASCII suffices: a scanner matches every part with other characters. A
 * single letter does not count as a word, because it may be the initial of a middle name.
 */
const ASCII_WORD = /[a-z0-9]{2}|[a-z0-9][^a-z0-9]+[a-z0-9]|[0-9]/i;
const SINGLE_WORD = /^[^a-z0-9&\x80-\uffff]*[a-z0-9]+[^a-z0-9&\x80-\uffff]*$/i;

function startOfPart(text: string, index: number): number {
  return text.lastIndexOf(' ', index) + 1;
}

function spaceAfter(text: string, index: number): number {
  const space = text.indexOf(' ', index);
  return space < 0 ? text.length : space;
}
