/** Tokens: the parts of a text between separators, of which words are made. */
import { foldText, isAscii } from './fold';

/** A token between separators. */
export interface Token {
  /** First and one past the last code unit in the text. */
  readonly start: number;
  readonly end: number;
  readonly folded: string;
}

/** Unicode calls \u02b9, \u02bb (the okina) and \u02bc letters, but texts use them as apostrophes. */
const TOKEN = /(?:(?![\u02b9\u02bb\u02bc])[\p{L}\p{N}\p{M}])+|[&\uff06]/gu;
const NOT_IN_TOKEN = /[^\p{L}\p{N}\p{M}]|[\u02b9\u02bb\u02bc]/gu;

/** Returns the tokens of a text in order. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(TOKEN)) {
    const [raw] = match;
    const folded = raw === '&' || raw === '\uff06' ? 'and' : foldToken(raw);
    if (folded !== '') tokens.push({ start: match.index, end: match.index + raw.length, folded });
  }
  return tokens;
}

/** Folds the text of a token. Folding may produce separators, which are removed. */
export function foldToken(raw: string): string {
  return isAscii(raw) ? raw.toLowerCase() : foldText(raw).replace(NOT_IN_TOKEN, '');
}
