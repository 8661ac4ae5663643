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

/** By ASCII code unit: whether it is part of a token, or a token by itself. */
const PART = 1;
const WHOLE = 2;
const KIND_OF = new Uint8Array(128);
for (const unit of Buffer.from('abcdefghijklmnopqrstuvwxyz0123456789')) KIND_OF[unit] = PART;
KIND_OF['&'.charCodeAt(0)] = WHOLE;

/** The tokens of a text in order. Most texts are ASCII, which takes a fraction of the time. */
export function tokensOf(text: string): Token[] {
  return isAscii(text) ? asciiTokens(text) : unicodeTokens(text);
}

/** The tokens of any text. For ASCII the same as `tokensOf`, but slower. */
export function unicodeTokens(text: string): Token[] {
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

function asciiTokens(text: string): Token[] {
  const tokens: Token[] = [];
  const folded = text.toLowerCase();
  for (let start = 0; start < folded.length;) {
    let end = start + 1;
    const kind = KIND_OF[folded.charCodeAt(start)];
    if (kind === WHOLE) tokens.push({ start, end, folded: 'and' });
    if (kind === PART) {
      while (end < folded.length && KIND_OF[folded.charCodeAt(end)] === PART) end += 1;
      tokens.push({ start, end, folded: folded.slice(start, end) });
    }
    start = end;
  }
  return tokens;
}
