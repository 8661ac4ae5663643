/** Splits a text into tokens, which are the parts between separators. A word consists of one or several tokens. */
import { foldText, isAscii } from './fold';

/** A token between separators. */
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
const TOKEN = new RegExp('[[\\p{L}\\p{N}\\p{M}]--[\\u02b9\\u02bb\\u02bc]]+|[&\\uff06]', 'gv');
const NOT_IN_TOKEN = /[^\p{L}\p{N}\p{M}]|[\u02b9\u02bb\u02bc]/gu;

/** Returns in order the tokens of a text that start from `from` to before `to`. */
export function tokensOf(text: string, from = 0, to = text.length): Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = from;
  for (let match = TOKEN.exec(text); match !== null && match.index < to; match = TOKEN.exec(text)) {
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
