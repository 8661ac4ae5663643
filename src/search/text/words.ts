/** The words of a text with their places. Documents, queries and evidence are all read by this module. */
import { foldText } from './fold';
import { foldToken, type Token, tokensOf } from './tokens';
import { cutWord, stemWord, termOf } from './stem';

/** One word of a text. */
export interface Word {
  /** As folded, unstemmed. */
  readonly folded: string;
  /** The lexeme that the index has for it. */
  readonly lexeme: string;
  /** Other lexemes at the same place: the parts around an apostrophe, the whole of a hyphenated word. */
  readonly also: readonly string[];
  /** First and one past the last code unit in the text. */
  readonly start: number;
  readonly end: number;
  /** A stop word, searched in titles and names only. */
  readonly stop: boolean;
}

const APOSTROPHES = new Set("'\u2018\u2019\u02b9\u02bb\u02bc\u2032\uff07`\u00b4");
const HYPHENS = new Set('-\u2010\u2011\u00b7\uff0d');
/** Join single letters: "D.B.", "M*A*S*H". */
const ACRONYM_DOTS = new Set('.*\u00b7\uff0e');
/** Join digits: "10,000", "9.99". */
const DIGIT_MARKS = new Set('.,\uff0c\uff0e');
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30fc]/u;
const UNSPACED_RUN = new RegExp(`(?:${UNSPACED.source}[\\p{M}\uff9e\uff9f]*)+`, 'gu');
const SINGLE_LETTER = /^\p{L}$/u;
const DIGITS = /^\p{N}+$/u;
const NONE: readonly string[] = [];

/** Whether a folded word is of a script without spaces between words. */
export function isUnspaced(folded: string): boolean {
  return folded.charCodeAt(0) > 0x7f && UNSPACED.test(folded);
}

/** The words of a text in order. Takes any text, cleaned or not, in linear time. */
export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  const tokens = tokensOf(text);
  for (let index = 0; index < tokens.length;) {
    const end = endOfCompound(text, tokens, index);
    const token = tokens[index];
    if (end === index + 1 && token !== undefined) pushToken(words, text, token, NONE);
    else pushCompound(words, text, tokens.slice(index, end));
    index = end;
  }
  return words;
}

/** The index after the last token of the word that starts at token `first`. */
function endOfCompound(text: string, tokens: readonly Token[], first: number): number {
  let index = first + 1;
  for (; index < tokens.length; index += 1) {
    const left = tokens[index - 1];
    const right = tokens[index];
    if (left === undefined || right === undefined || right.start !== left.end + 1) break;
    const separator = text.charAt(left.end);
    // Most separators are single spaces.
    if (separator === ' ' || joinOf(separator, left, right) === null) break;
  }
  return index;
}

type Join = 'apostrophe' | 'hyphen' | 'acronym' | 'number';

function joinOf(separator: string, left: Token, right: Token): Join | null {
  if (APOSTROPHES.has(separator)) return 'apostrophe';
  if (ACRONYM_DOTS.has(separator) && SINGLE_LETTER.test(left.folded) && SINGLE_LETTER.test(right.folded)) {
    return 'acronym';
  }
  if (HYPHENS.has(separator)) return 'hyphen';
  if (DIGIT_MARKS.has(separator) && DIGITS.test(left.folded) && DIGITS.test(right.folded)) return 'number';
  return null;
}

/**
 * Adds the words of joined tokens. If their separators differ ("rock'n'roll-era"), hyphens divide them and other
 * separators join them. The tokens after the last change of separator are one compound.
 */
function pushCompound(words: Word[], text: string, tokens: readonly Token[]): void {
  const separatorBefore = (index: number): string => text.charAt((tokens[index]?.start ?? 0) - 1);
  const lastSeparator = separatorBefore(tokens.length - 1);
  let uniformFrom = tokens.length - 1;
  while (uniformFrom > 0 && separatorBefore(uniformFrom) === lastSeparator) uniformFrom -= 1;
  let start = 0;
  for (let index = 1; start < uniformFrom && index < tokens.length; index += 1) {
    if (!HYPHENS.has(separatorBefore(index))) continue;
    pushJoined(words, text, tokens.slice(start, index));
    start = index;
  }
  pushJoined(words, text, tokens.slice(start));
}

/** Adds one compound: tokens with hyphens as a word each, all others as one word. */
function pushJoined(words: Word[], text: string, tokens: readonly Token[]): void {
  const [first] = tokens;
  const last = tokens.at(-1);
  if (first === undefined || last === undefined) return;
  if (tokens.length === 1) {
    pushToken(words, text, first, NONE);
    return;
  }
  const joined = tokens.map((token) => token.folded).join('');
  if (HYPHENS.has(text.charAt(first.end)) && !tokens.every((token) => SINGLE_LETTER.test(token.folded))) {
    for (const token of tokens) pushToken(words, text, token, token === first ? [stemWord(joined)] : NONE);
    return;
  }
  const parts = tokens.map((token) => token.folded).filter((folded) => folded.length > 1);
  words.push(toWord(joined, [...new Set(parts.map(stemWord))], first.start, last.end));
}

function pushToken(words: Word[], text: string, token: Token, also: readonly string[]): void {
  const { start, end, folded } = token;
  if (folded.charCodeAt(0) > 0x7f || folded.charCodeAt(folded.length - 1) > 0x7f) {
    if (UNSPACED.test(folded)) {
      pushUnspaced(words, text, token, also);
      return;
    }
  }
  words.push(toWord(folded, also, start, end));
}

function toWord(folded: string, also: readonly string[], start: number, end: number): Word {
  // The term's text, not the token's: its hash is known already, and the token's can be freed.
  const term = termOf(folded);
  return { folded: term.folded, lexeme: term.lexeme, also, start, end, stop: term.stop };
}

/** Scripts without spaces: each pair of neighbouring characters is a word, as is a single one. Other letters stay whole. */
function pushUnspaced(words: Word[], text: string, token: Token, also: readonly string[]): void {
  let from = token.start;
  const source = text.slice(token.start, token.end);
  const pushPlain = (start: number, end: number): void => {
    const folded = foldToken(text.slice(start, end));
    if (folded !== '') words.push(toWord(folded, also, start, end));
  };
  for (const run of source.matchAll(UNSPACED_RUN)) {
    const start = token.start + run.index;
    if (start > from) pushPlain(from, start);
    pushBigrams(words, run[0], start);
    from = start + run[0].length;
  }
  if (from < token.end) pushPlain(from, token.end);
}

const CHARACTER = new RegExp(`${UNSPACED.source}[\\p{M}\uff9e\uff9f]*`, 'gu');

function pushBigrams(words: Word[], run: string, offset: number): void {
  const characters = [...run.matchAll(CHARACTER)].map((match) => ({
    start: offset + match.index,
    end: offset + match.index + match[0].length,
    folded: foldText(match[0]),
  }));
  const [only] = characters;
  if (characters.length === 1 && only !== undefined) {
    const { folded, start, end } = only;
    words.push({ folded, lexeme: cutWord(folded), also: [], start, end, stop: false });
    return;
  }
  for (const [index, left] of characters.entries()) {
    const right = characters[index + 1];
    if (right === undefined) break;
    const folded = left.folded + right.folded;
    words.push({ folded, lexeme: cutWord(folded), also: [], start: left.start, end: right.end, stop: false });
  }
}
