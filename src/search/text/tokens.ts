/**
 * Splits a text into tokens, which are the parts between separators. Most tokens are one word. Several tokens can be
 * joined into one word, and a token of a script such as Han or Hangul is split into several words (see `words.ts`).
 */
import { foldText, isAscii } from './fold';

/** A part of a text between separators, or an ampersand, which is the token `and`. */
export interface Token {
  /** Index of the first code unit in the text. */
  readonly start: number;
  /** Index after the last code unit. */
  readonly end: number;
  readonly folded: string;
}

/**
 * Excludes \u02b9, \u02bb (the okina) and \u02bc. Unicode classifies them as letters, but texts use them as
 * apostrophes.
 */
const TOKEN = /(?:(?![\u02b9\u02bb\u02bc])[\p{L}\p{N}\p{M}])+|[&\uff06]/gu;
const NOT_IN_TOKEN = /[^\p{L}\p{N}\p{M}]|[\u02b9\u02bb\u02bc]/gu;

/** Returns the tokens of a text in order. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  // Not `matchAll`, because it copies the pattern, which takes longer than splitting a short text.
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(text); match !== null; match = TOKEN.exec(text)) {
    const [raw] = match;
    const folded = raw === '&' || raw === '\uff06' ? 'and' : foldToken(raw);
    if (folded !== '') tokens.push({ start: match.index, end: match.index + raw.length, folded });
  }
  return tokens;
}

/** Returns the folded token, without the separators that folding may produce. */
export function foldToken(raw: string): string {
  return isAscii(raw) ? raw.toLowerCase() : foldText(raw).replace(NOT_IN_TOKEN, '');
}
