/** Pieces of a text between separators: what words are made of. */
import { foldText, isAscii } from './fold';

/** A token between separators. */
export interface Token {
  /** First and one past the last code unit in the text. */
  readonly start: number;
  readonly end: number;
  readonly folded: string;
}

/** Three letters to Unicode are apostrophes to those who write them: \u02b9, \u02bb (the okina), \u02bc. */
const PIECE = /(?:(?![\u02b9\u02bb\u02bc])[\p{L}\p{N}\p{M}])+|[&\uff06]/gu;
const NO_PIECE = /[^\p{L}\p{N}\p{M}]|[\u02b9\u02bb\u02bc]/gu;

/** Of an ASCII code unit whether a token may hold it, or is it alone. */
const HELD = 1;
const ALONE = 2;
const KIND_OF = new Uint8Array(128);
for (const unit of Buffer.from('abcdefghijklmnopqrstuvwxyz0123456789')) KIND_OF[unit] = HELD;
KIND_OF['&'.charCodeAt(0)] = ALONE;

/** The tokens of a text in order. Most texts are ASCII, and those take a fraction of the time that others do. */
export function tokensOf(text: string): Token[] {
  return isAscii(text) ? asciiTokens(text) : unicodeTokens(text);
}

/** The tokens of any text; what `tokensOf` finds in ASCII is the same. */
export function unicodeTokens(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(PIECE)) {
    const [raw] = match;
    const folded = raw === '&' || raw === '\uff06' ? 'and' : foldToken(raw);
    if (folded !== '') tokens.push({ start: match.index, end: match.index + raw.length, folded });
  }
  return tokens;
}

/** Folds what stands between separators; folding may bring in characters that separate. */
export function foldToken(raw: string): string {
  return isAscii(raw) ? raw.toLowerCase() : foldText(raw).replace(NO_PIECE, '');
}

function asciiTokens(text: string): Token[] {
  const tokens: Token[] = [];
  const folded = text.toLowerCase();
  for (let start = 0; start < folded.length;) {
    let end = start + 1;
    const kind = KIND_OF[folded.charCodeAt(start)];
    if (kind === ALONE) tokens.push({ start, end, folded: 'and' });
    if (kind === HELD) {
      while (end < folded.length && KIND_OF[folded.charCodeAt(end)] === HELD) end += 1;
      tokens.push({ start, end, folded: folded.slice(start, end) });
    }
    start = end;
  }
  return tokens;
}
