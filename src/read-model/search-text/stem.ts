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
const remembered = new Map<string, Term>();

/** The term of a folded word. */
export function termOf(folded: string): Term {
  const known = remembered.get(folded);
  if (known !== undefined) return known;
  const term = toTerm(folded);
  // Words repeat; a full table is emptied, which costs less than an order of use.
  if (remembered.size >= REMEMBERED) remembered.clear();
  remembered.set(folded, term);
  return term;
}

/** As `termOf`, for callers that remember terms themselves. */
export function toTerm(folded: string): Term {
  const bounded = folded.length > LEXEME_MAX_CHARS ? cutWord(folded) : folded;
  const lexeme = ENGLISH.test(bounded) ? stemmer(bounded) : bounded;
  return { folded, lexeme, stop: isStopWord(folded) };
}

/** The lexeme of a folded word. */
export function stemWord(folded: string): string {
  return termOf(folded).lexeme;
}

/** A word as long as a lexeme may be, never ending in half a surrogate pair. */
export function cutWord(folded: string): string {
  return folded.slice(0, LEXEME_MAX_CHARS).replace(/[\ud800-\udbff]$/, '');
}
