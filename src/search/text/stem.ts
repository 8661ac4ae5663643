import { stemmer } from 'stemmer';
import { isStopWord } from './stop-words';

/** A folded word as the index stores it. */
export interface Term {
  readonly folded: string;
  /** Its English stem; the word itself if it contains a digit or another script. */
  readonly lexeme: string;
  /** Whether it is a stop word, searched in titles and names only. */
  readonly stop: boolean;
}

/** Code units of the longest lexeme. Longer words are cut, in the index and in queries alike. */
export const LEXEME_MAX_CHARS = 46;

const ENGLISH = /^[a-z]{3,}$/;
/** Maximum number of terms in the cache. */
const REMEMBERED = 200_000;
/** Maximum number of code units of a cached word. Few words are longer, but a text may be one word. */
const REMEMBERED_MAX_CHARS = 64;
const remembered = new Map<string, Term>();

/** Returns the term of a folded word. */
export function termOf(folded: string): Term {
  const known = remembered.get(folded);
  if (known !== undefined) return known;
  // A copy, because a slice in the cache would keep the whole text in memory.
  const copy = Buffer.from(folded).toString();
  if (copy.length > REMEMBERED_MAX_CHARS || copy !== folded) return toTerm(folded);
  const term = toTerm(copy);
  // Emptying a full cache costs less than tracking which words were used last.
  if (remembered.size >= REMEMBERED) remembered.clear();
  remembered.set(copy, term);
  return term;
}

function toTerm(folded: string): Term {
  const bounded = cutWord(folded);
  const lexeme = ENGLISH.test(bounded) ? stemmer(bounded) : bounded;
  return { folded, lexeme, stop: isStopWord(folded) };
}

/** The lexeme of a folded word. */
export function stemWord(folded: string): string {
  return termOf(folded).lexeme;
}

/** Cuts a word to the length of a lexeme, never within a surrogate pair. */
export function cutWord(folded: string): string {
  if (folded.length <= LEXEME_MAX_CHARS) return folded;
  return folded.slice(0, LEXEME_MAX_CHARS).replace(/[\ud800-\udbff]$/, '');
}
