import { stemmer } from 'stemmer';

/** The longest lexeme, in code units; what follows is cut off on both sides alike. */
export const LEXEME_MAX_CHARS = 46;

const ENGLISH = /^[a-z]{3,}$/;
const REMEMBERED = 200_000;
const remembered = new Map<string, string>();

/** The lexeme of a folded word: its English stem, or the word itself where it holds a digit or another script. */
export function stemWord(folded: string): string {
  const known = remembered.get(folded);
  if (known !== undefined) return known;
  const bounded = folded.length > LEXEME_MAX_CHARS ? cutWord(folded) : folded;
  const lexeme = ENGLISH.test(bounded) ? stemmer(bounded) : bounded;
  // Words repeat; a full table is emptied, which costs less than an order of use.
  if (remembered.size >= REMEMBERED) remembered.clear();
  remembered.set(folded, lexeme);
  return lexeme;
}

/** A word as long as a lexeme may be, never ending in half a surrogate pair. */
export function cutWord(folded: string): string {
  return folded.slice(0, LEXEME_MAX_CHARS).replace(/[\ud800-\udbff]$/, '');
}
