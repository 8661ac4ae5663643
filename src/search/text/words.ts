/** Splits texts into words with their positions. Indexing, queries and evidence all use this module. */
import { foldText } from './fold';
import { foldToken, type Token, tokensOf } from './tokens';
import { cutWord, stemAsWritten, stemWord, termOf } from './stem';
import type { Word } from './word';

const APOSTROPHES = new Set("'\u2018\u2019\u02b9\u02bb\u02bc\u2032\uff07`\u00b4");
const HYPHENS = new Set('-\u2010\u2011\u00b7\uff0d');
/** Separators that join single letters: "D.B.", "M*A*S*H". */
const ACRONYM_DOTS = new Set('.*\u00b7\uff0e');
/** Separators that join digits: "10,000", "9.99". */
const DIGIT_MARKS = new Set('.,\uff0c\uff0e');
/** Matches a character of a script that is split into pairs of characters: Hangul, or a script without spaces. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30fc]/u;
const UNSPACED_RUN = new RegExp(`(?:${UNSPACED.source}[\\p{M}\uff9e\uff9f]*)+`, 'gu');
/** Most tokens have no such character, and this pattern is faster than `UNSPACED`. */
const NOT_ASCII = /[^\x00-\x7f]/;
const SINGLE_LETTER = /^\p{L}$/u;
const DIGITS = /^\p{N}+$/u;
const NONE: readonly string[] = [];

/** Returns whether a folded word is of a script that is split into pairs of characters. */
export function isUnspaced(folded: string): boolean {
  return folded.charCodeAt(0) > 0x7f && UNSPACED.test(folded);
}

/** Returns the words of a text in order. Accepts any text, in linear time. */
export function wordsOf(text: string): Word[] {
  return splitWords(text, stemWord);
}

/** Like `wordsOf`, but does not replace British spellings in `otherLexemes`, the further lexemes of compounds. */
export function wordsAsWritten(text: string): Word[] {
  return splitWords(text, stemAsWritten);
}

/** `stem` computes `otherLexemes`: from a compound without its hyphens, or from its parts. */
function splitWords(text: string, stem: (folded: string) => string): Word[] {
  const words: Word[] = [];
  const tokens = tokensOf(text);
  for (let index = 0; index < tokens.length;) {
    const end = findCompoundEnd(text, tokens, index);
    const token = tokens[index];
    if (end === index + 1 && token !== undefined) pushToken(words, text, token, NONE);
    else pushCompound(words, text, tokens.slice(index, end), stem);
    index = end;
  }
  return words;
}

/** Returns the index after the last token of the compound that starts with token `first`. */
function findCompoundEnd(text: string, tokens: readonly Token[], first: number): number {
  let index = first + 1;
  for (; index < tokens.length; index += 1) {
    const left = tokens[index - 1];
    const right = tokens[index];
    if (left === undefined || right === undefined || right.start !== left.end + 1) break;
    const separator = text.charAt(left.end);
    // Most separators are single spaces.
    if (separator === ' ' || !joinsTokens(separator, left, right)) break;
  }
  return index;
}

/** Returns whether two tokens with one separator between them belong to the same compound. */
function joinsTokens(separator: string, left: Token, right: Token): boolean {
  if (APOSTROPHES.has(separator) || HYPHENS.has(separator)) return true;
  const areBoth = (pattern: RegExp): boolean => pattern.test(left.folded) && pattern.test(right.folded);
  return (ACRONYM_DOTS.has(separator) && areBoth(SINGLE_LETTER)) || (DIGIT_MARKS.has(separator) && areBoth(DIGITS));
}

/**
 * Adds the words of a compound. Splits it at its hyphens, one after the other, until all separators of the rest are
 * equal: "rock'n'roll-sci-fi" is split into "rock'n'roll" and "sci-fi".
 */
function pushCompound(words: Word[], text: string, tokens: readonly Token[], stem: (folded: string) => string): void {
  const separatorBefore = (index: number): string => text.charAt((tokens[index]?.start ?? 0) - 1);
  const lastSeparator = separatorBefore(tokens.length - 1);
  let uniformFrom = tokens.length - 1;
  while (uniformFrom > 0 && separatorBefore(uniformFrom) === lastSeparator) uniformFrom -= 1;
  let start = 0;
  for (let index = 1; start < uniformFrom && index < tokens.length; index += 1) {
    if (!HYPHENS.has(separatorBefore(index))) continue;
    pushJoined(words, text, tokens.slice(start, index), stem);
    start = index;
  }
  pushJoined(words, text, tokens.slice(start), stem);
}

/**
 * Adds the words of joined tokens. Tokens that hyphens join become one word each. All other joined tokens become one
 * word together, and so do single letters that hyphens join: "M-A-S-H" becomes "mash".
 */
function pushJoined(words: Word[], text: string, tokens: readonly Token[], stem: (folded: string) => string): void {
  const [first] = tokens;
  const last = tokens.at(-1);
  if (first === undefined || last === undefined) return;
  if (tokens.length === 1) {
    pushToken(words, text, first, NONE);
    return;
  }
  const joined = tokens.map((token) => token.folded).join('');
  if (HYPHENS.has(text.charAt(first.end)) && !tokens.every((token) => SINGLE_LETTER.test(token.folded))) {
    for (const token of tokens) pushToken(words, text, token, token === first ? [stem(joined)] : NONE);
    return;
  }
  const parts = tokens.map((token) => token.folded).filter((folded) => folded.length > 1);
  words.push(toWord(joined, [...new Set(parts.map(stem))], first.start, last.end));
}

function pushToken(words: Word[], text: string, token: Token, otherLexemes: readonly string[]): void {
  const { start, end, folded } = token;
  if (NOT_ASCII.test(folded) && UNSPACED.test(folded)) {
    pushUnspaced(words, text, token, otherLexemes);
    return;
  }
  words.push(toWord(folded, otherLexemes, start, end));
}

function toWord(folded: string, otherLexemes: readonly string[], start: number, end: number): Word {
  // Uses the text of the cached term, so that the text of the token can be freed.
  const term = termOf(folded);
  return { folded: term.folded, lexeme: term.lexeme, otherLexemes, start, end, isStopWord: term.isStopWord };
}

/**
 * Adds the words of a token with characters of scripts that are split into pairs. Each pair of neighbouring characters
 * of these scripts is a word, even of two scripts (a kanji and a kana), and so is such a character without such a
 * neighbour. Letters of other scripts are not split.
 */
function pushUnspaced(words: Word[], text: string, token: Token, otherLexemes: readonly string[]): void {
  let from = token.start;
  const source = text.slice(token.start, token.end);
  const pushPlain = (start: number, end: number): void => {
    const folded = foldToken(text.slice(start, end));
    if (folded !== '') words.push(toWord(folded, otherLexemes, start, end));
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
    words.push({ folded, lexeme: cutWord(folded), otherLexemes: [], start, end, isStopWord: false });
    return;
  }
  for (const [index, left] of characters.entries()) {
    const right = characters[index + 1];
    if (right === undefined) break;
    const folded = left.folded + right.folded;
    words.push({
      folded,
      lexeme: cutWord(folded),
      otherLexemes: [],
      start: left.start,
      end: right.end,
      isStopWord: false,
    });
  }
}
