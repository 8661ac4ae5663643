import { stemmer } from 'stemmer';
import { toAmericanSpelling } from './british-spelling';
import { cutCodeUnits } from './fold';
import { isStopWord } from './stop-words';

/** A folded word, and the lexeme that the index stores for it. */
export interface Term {
  readonly folded: string;
  /**
   * The English stem of its American spelling; that spelling itself if it has one or two letters, or a character other
   * than a to z.
   */
  readonly lexeme: string;
  /** Stop words are not indexed in the overview, and are searched only in titles and names. */
  readonly isStopWord: boolean;
}

/** Maximum number of code units of a lexeme. The index and queries cut longer words. */
export const LEXEME_MAX_CHARS = 46;

const ENGLISH = /^[a-z]{3,}$/;
const CACHED_TERMS_MAX = 200_000;
/** Maximum number of code units of a cached word. */
const CACHED_WORD_MAX_CHARS = 64;
const termCache = new Map<string, Term>();

/** Returns the term of a folded word. */
export function termOf(folded: string): Term {
  const cached = termCache.get(folded);
  if (cached !== undefined) return cached;
  // A copy, because V8 keeps the whole text in memory as long as a slice of it exists. The copy of a word with a lone
  // surrogate differs from the word, which is then not cached.
  const copy = Buffer.from(folded).toString();
  if (copy.length > CACHED_WORD_MAX_CHARS || copy !== folded) return toTerm(folded);
  const term = toTerm(copy);
  // Emptying a full cache costs less than tracking which words were used last.
  if (termCache.size >= CACHED_TERMS_MAX) termCache.clear();
  termCache.set(copy, term);
  return term;
}

function toTerm(folded: string): Term {
  return { folded, lexeme: stemAsWritten(toAmericanSpelling(cutWord(folded))), isStopWord: isStopWord(folded) };
}

/** Returns the stem of a folded word. Does not first replace a British spelling by the American one. */
export function stemAsWritten(folded: string): string {
  const bounded = cutWord(folded);
  return ENGLISH.test(bounded) ? stemmer(bounded) : bounded;
}

/** Returns the lexeme of a folded word. */
export function stemWord(folded: string): string {
  return termOf(folded).lexeme;
}

/** Cuts a word to the length of a lexeme, never within a surrogate pair. */
export function cutWord(folded: string): string {
  return cutCodeUnits(folded, LEXEME_MAX_CHARS);
}
