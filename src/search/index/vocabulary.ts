/**
 * Words of documents, each stored once under a number: an import reads a hundred thousand different words, most of them
 * a hundred times. What every word needs is in arrays of numbers, because the cost of such a table is memory access.
 */
import { lexemeHash } from './profile';
import { NO_CODE, SpellingTable } from './spelling-table';
import { cutWord, toTerm } from '../text/stem';
import { type Word, wordsOf } from '../text/words';

/**
 * The words of a text in order, two numbers each: the number of the folded text, cut to the length of a lexeme, and a
 * code for `lexemeOf`, `isStop` and `isAlso`.
 */
export type NumberedWords = readonly number[];

/** The number of the lexeme's text. */
export function lexemeOf(code: number): number {
  return code >> 2;
}

/** Whether the word is a stop word, searched in titles and names only. */
export function isStop(code: number): boolean {
  return (code & STOP) !== 0;
}

/** Whether this is another lexeme at the place of the word before it. */
export function isAlso(code: number): boolean {
  return (code & ALSO) !== 0;
}

const STOP = 1;
const ALSO = 2;

/** Texts and runs in the cache. Emptying a full cache costs less than tracking which ones were used last. */
const KEPT_MAX = 150_000;
/** Code units of all of them. */
const KEPT_MAX_CHARS = 4_000_000;
/** Code units of a cached run. */
const KEPT_RUN_MAX_CHARS = 64;

/** The kind of a code unit for ASCII words: one of the three below, or the digit of a letter or number in a spelling. */
const UNITS = new Uint8Array(0x10000);
/** Divides words. */
const SEPARATOR = 0;
/** May join the text on both sides to one word. */
const JOINER = 1;
/** Needs `wordsOf`. */
const OTHER = 2;
const FIRST_DIGIT = 3;
const SPELT = 'abcdefghijklmnopqrstuvwxyz0123456789';
UNITS.fill(OTHER, 0x80);
for (const [index, unit] of Buffer.from(SPELT).entries()) UNITS[unit] = FIRST_DIGIT + index;
for (const [index, unit] of Buffer.from(SPELT.slice(0, 26).toUpperCase()).entries()) UNITS[unit] = FIRST_DIGIT + index;
for (const unit of Buffer.from("'`-.*,")) UNITS[unit] = JOINER;
UNITS['&'.charCodeAt(0)] = OTHER;

/** Digits that 32 bits hold, and the base that they are digits of. */
const HALF_DIGITS = 6;
const BASE = FIRST_DIGIT + SPELT.length;

/** Finds the words of texts. A text keeps its number at least until the next `begin`. */
export class Vocabulary {
  /** Texts by number, and their hashes in profiles. */
  private readonly texts: string[] = [];
  private readonly hashes: number[] = [];
  private readonly numbers = new Map<string, number>();
  /** Words of ASCII letters and digits. */
  private spellings = new SpellingTable();
  /** Words of the texts between two spaces that are more than one ASCII word. */
  private readonly runs = new Map<string, NumberedWords>();
  /** Code units of the texts and runs. */
  private chars = 0;

  /** Begins a document. The cache is emptied at no other time. */
  begin(): void {
    if (this.texts.length + this.runs.size <= KEPT_MAX && this.chars <= KEPT_MAX_CHARS) return;
    this.texts.length = 0;
    this.hashes.length = 0;
    this.numbers.clear();
    this.spellings = new SpellingTable();
    this.runs.clear();
    this.chars = 0;
  }

  /** The number of a text. */
  numberOf(text: string): number {
    const known = this.numbers.get(text);
    if (known !== undefined) return known;
    const number = this.texts.push(text) - 1;
    this.hashes.push(lexemeHash(text));
    this.numbers.set(text, number);
    this.chars += text.length;
    return number;
  }

  /** The text of a number. */
  textOf(number: number): string {
    return this.texts[number] ?? '';
  }

  /** The `lexemeHash` of the text of a number. */
  hashOf(number: number): number {
    return this.hashes[number] ?? 0;
  }

  /** The first words of a text, as `wordsOf` finds them. No word contains a space, so the text is read run by run. */
  wordsOf(text: string, max: number): NumberedWords {
    const words: number[] = [];
    let room = max;
    for (let at = 0; at < text.length && room > 0; at += 1) {
      const start = at;
      let first = 0;
      let second = 0;
      let unit = unitAt(text, at);
      while (unit >= FIRST_DIGIT) {
        if (at < start + HALF_DIGITS) first = (Math.imul(first, BASE) + unit) | 0;
        else second = (Math.imul(second, BASE) + unit) | 0;
        at += 1;
        unit = unitAt(text, at);
      }
      const joins = unit === JOINER && at > start && unitAt(text, at + 1) >= OTHER;
      if (unit === OTHER || joins || at > start + 2 * HALF_DIGITS) {
        const space = text.indexOf(' ', at);
        at = space === -1 ? text.length : space;
        room -= append(words, this.wordsOfRun(text.slice(start, at)), room);
      } else if (at > start) {
        let slot = this.spellings.find(first, second);
        if (this.spellings.codeAt(slot) === NO_CODE) slot = this.learn(text.slice(start, at), first, second);
        words.push(this.spellings.foldedAt(slot), this.spellings.codeAt(slot));
        room -= 1;
      }
    }
    return words;
  }

  /** Adds a word to the table of spellings and returns its place. */
  private learn(spelt: string, first: number, second: number): number {
    // A copy: a slice in the cache would keep the whole text alive that it was cut from.
    const { folded, lexeme, stop } = toTerm(Buffer.from(spelt.toLowerCase()).toString());
    return this.spellings.add(first, second, this.numberOf(folded), toCode(this.numberOf(lexeme), stop ? STOP : 0));
  }

  private wordsOfRun(run: string): NumberedWords {
    const known = this.runs.get(run);
    if (known !== undefined) return known;
    const copy = Buffer.from(run).toString();
    const words = wordsOf(copy).flatMap((word) => this.toNumbers(word));
    // A copy equals its text unless that contains a lone surrogate, which texts of the catalog do not.
    if (run.length <= KEPT_RUN_MAX_CHARS && copy === run) {
      this.runs.set(copy, words);
      this.chars += copy.length;
    }
    return words;
  }

  private toNumbers({ folded, lexeme, also, stop }: Word): number[] {
    const number = this.numberOf(cutWord(folded));
    const others = also.flatMap((other) => [number, toCode(this.numberOf(other), ALSO)]);
    return [number, toCode(this.numberOf(lexeme), stop ? STOP : 0), ...others];
  }
}

function toCode(lexeme: number, flags: number): number {
  return (lexeme << 2) | flags;
}

/** The kind of the code unit at a place; a separator past the end. */
function unitAt(text: string, index: number): number {
  return index < text.length ? (UNITS[text.charCodeAt(index)] ?? OTHER) : SEPARATOR;
}

/** Appends the words that there is room for, each with the other lexemes at its place; returns how many. */
function append(words: number[], more: NumberedWords, room: number): number {
  let count = 0;
  for (let index = 0; index < more.length; index += 2) {
    const code = more[index + 1] ?? 0;
    if (!isAlso(code)) count += 1;
    if (count > room) return room;
    words.push(more[index] ?? 0, code);
  }
  return count;
}
