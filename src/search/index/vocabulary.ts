/**
 * The words of documents, each kept once and known by number: an import meets a hundred thousand words, and most of them
 * a hundred times. What is asked of every word lies close together in arrays of numbers, since what such a table costs
 * is how often memory is waited for.
 */
import { lexemeHash } from './profile';
import { NO_CODE, SpellingTable } from './spelling-table';
import { cutWord, toTerm } from '../text/stem';
import { type Word, wordsOf } from '../text/words';

/**
 * The words of a text in their order, two numbers each: the text of the word as folded, as long as a lexeme may be, and
 * what `lexemeOf`, `isStop` and `isAlso` read.
 */
export type NumberedWords = readonly number[];

/** The number of the lexeme's text. */
export function lexemeOf(code: number): number {
  return code >> 2;
}

/** Whether the word is searched in titles and names only. */
export function isStop(code: number): boolean {
  return (code & STOP) !== 0;
}

/** Whether this is no further word, but another lexeme at the place of the one before. */
export function isAlso(code: number): boolean {
  return (code & ALSO) !== 0;
}

const STOP = 1;
const ALSO = 2;

/** Texts and runs that are kept; all are forgotten when there are more, which costs less than an order of use. */
const KEPT_MAX = 150_000;
/** Code units of all of them. */
const KEPT_MAX_CHARS = 4_000_000;
/** Code units of a run that is kept. */
const KEPT_RUN_MAX_CHARS = 64;

/** What a code unit is to a word of ASCII: one of the three below, or the digit of a letter or number in a spelling. */
const UNITS = new Uint8Array(0x10000);
/** Divides words, whatever stands on either side. */
const SEPARATOR = 0;
/** May make one word of what stands on either side. */
const JOINER = 1;
/** Only `wordsOf` can tell. */
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

/** Finds the words of texts. A text keeps its number from one `begin` to the next, at least. */
export class Vocabulary {
  /** By number, and their hashes in profiles. */
  private readonly texts: string[] = [];
  private readonly hashes: number[] = [];
  private readonly numbers = new Map<string, number>();
  /** Words of ASCII letters and digits. */
  private spellings = new SpellingTable();
  /** What stands between two spaces and is more than such words. */
  private readonly runs = new Map<string, NumberedWords>();
  /** Code units of the texts and runs. */
  private chars = 0;

  /** Begins a document: the one moment at which texts are forgotten. */
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

  /** The first words of a text, as `wordsOf` finds them. No word reaches over a space, so it is read run by run. */
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

  /** Puts a word into the table of spellings; its place there. */
  private learn(spelt: string, first: number, second: number): number {
    // A copy: what is kept of a slice would keep alive the whole text that it was cut from.
    const { folded, lexeme, stop } = toTerm(Buffer.from(spelt.toLowerCase()).toString());
    return this.spellings.add(first, second, this.numberOf(folded), toCode(this.numberOf(lexeme), stop ? STOP : 0));
  }

  private wordsOfRun(run: string): NumberedWords {
    const known = this.runs.get(run);
    if (known !== undefined) return known;
    const copy = Buffer.from(run).toString();
    const words = wordsOf(copy).flatMap((word) => this.toNumbers(word));
    // No text of the catalog holds half a surrogate pair, which is all that a copy does not keep.
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

/** What stands at a place; past the end, what divides. */
function unitAt(text: string, index: number): number {
  return index < text.length ? (UNITS[text.charCodeAt(index)] ?? OTHER) : SEPARATOR;
}

/** Appends as many of the words as there is room for, each with what stands at its place; how many that were. */
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
