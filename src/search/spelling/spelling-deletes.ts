/**
 * Spelling deletes of a word: the word itself, and the word without one of its letters. Two words that are one edit
 * apart have a spelling delete in common, unless one of them is too short or too long to have any. So an index of
 * spelling deletes finds corrections.
 */

/**
 * Minimum length of a word with spelling deletes, in UTF-16 code units. For a shorter word, too many words are one edit
 * apart.
 */
const WORD_MIN_CHARS = 3;
/** Maximum length of a word with spelling deletes, in UTF-16 code units. */
const WORD_MAX_CHARS = 24;

/** Returns the spelling deletes of a word; none for a word that is too short or too long. */
export function spellingDeletesOf(folded: string): string[] {
  if (folded.length < WORD_MIN_CHARS || folded.length > WORD_MAX_CHARS) return [];
  const deletes = new Set([folded]);
  for (let index = 0; index < folded.length; index += 1) deletes.add(folded.slice(0, index) + folded.slice(index + 1));
  // Removing one half of a surrogate pair leaves a lone surrogate, which PostgreSQL refuses.
  return [...deletes].map((text) => text.toWellFormed());
}

/**
 * Returns whether two words are exactly one edit apart: a letter added, omitted or replaced, or two neighbours swapped.
 */
export function isOneEditApart(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1) return false;
  const shorter = Math.min(a.length, b.length);
  let head = 0;
  while (head < shorter && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail += 1;
  const middleOfA = a.length - head - tail;
  const middleOfB = b.length - head - tail;
  if (middleOfA <= 1 && middleOfB <= 1) return true;
  return middleOfA === 2 && middleOfB === 2 && a[head] === b[head + 1] && a[head + 1] === b[head];
}
