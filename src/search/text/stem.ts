import { stemmer } from 'stemmer';
import { isStopWord } from './stop-words';

/** What the index knows a folded word as. */
export interface Term {
  readonly folded: string;
  /** Its English stem, or the word itself where it holds a digit or another script. */
  readonly lexeme: string;
  /** Whether it is searched in titles and names only. */
  readonly stop: boolean;
}

/** The longest lexeme, in code units; what follows is cut off on both sides alike. */
export const LEXEME_MAX_CHARS = 46;

const ENGLISH = /^[a-z]{3,}$/;
const REMEMBERED = 200_000;
/** Code units of a word that is remembered: no language has many longer ones, but a text may be one. */
const REMEMBERED_MAX_CHARS = 64;
const remembered = new Map<string, Term>();

/** The term of a folded word. */
export function termOf(folded: string): Term {
  const known = remembered.get(folded);
  if (known !== undefined) return known;
  // What is kept of a slice would keep alive the whole text that it was cut from.
  const copy = Buffer.from(folded).toString();
  if (copy.length > REMEMBERED_MAX_CHARS || copy !== folded) return toTerm(folded);
  const term = toTerm(copy);
  // Words repeat; a full table is emptied, which costs less than an order of use.
  if (remembered.size >= REMEMBERED) remembered.clear();
  remembered.set(copy, term);
  return term;
}

/** As `termOf`, for callers that remember terms themselves. */
export function toTerm(folded: string): Term {
  const bounded = cutWord(folded);
  const lexeme = ENGLISH.test(bounded) ? stemmer(bounded) : bounded;
  return { folded, lexeme, stop: isStopWord(folded) };
}

/** The lexeme of a folded word. */
export function stemWord(folded: string): string {
  return termOf(folded).lexeme;
}

/** A word as long as a lexeme may be, never ending in half a surrogate pair. */
export function cutWord(folded: string): string {
  if (folded.length <= LEXEME_MAX_CHARS) return folded;
  return folded.slice(0, LEXEME_MAX_CHARS).replace(/[\ud800-\udbff]$/, '');
}
