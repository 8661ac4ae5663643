/**
 * Spelling keys of a word: hashes of its spelling and of its sound. Two words with keys have one in common if they are
 * at most two edits apart, or if they have the same sound code of at least three characters. Hashes can collide, so
 * other words may share a key, too. The caller therefore compares each found word with the searched one.
 */
import { doubleMetaphone } from 'double-metaphone';

/** Minimum length of a word with keys, in UTF-16 code units. For a shorter word, too many words are two edits apart. */
export const KEYED_MIN_CHARS = 5;
/** Maximum length of a word with keys, in UTF-16 code units. */
export const KEYED_MAX_CHARS = 24;
/**
 * Length of the beginning of a word that is hashed: whole, and without any one or two of its characters. If two words
 * are at most two edits apart, removing at most two characters of each beginning can make both equal.
 */
const PREFIX_CHARS = 7;
/** Minimum length of a Double Metaphone code that is compared. */
const SOUND_MIN_CHARS = 3;
const LATIN = /^[a-z]+$/;

/** Returns the keys of a folded word: signed 32-bit integers. A word that is too short or too long has no keys. */
export function spellingKeys(folded: string): number[] {
  if (folded.length < KEYED_MIN_CHARS || folded.length > KEYED_MAX_CHARS) return [];
  const keys = new Set(deleteUpToTwo(folded.slice(0, PREFIX_CHARS)).map(hashOf));
  // The tilde distinguishes sounds from spellings.
  for (const sound of soundsOf(folded)) keys.add(hashOf(`~${sound}`));
  return [...keys];
}

/**
 * Returns the Double Metaphone codes of a folded word: up to two codes for how it may sound in English. Leaves out
 * codes of fewer than three characters. None for a word with other characters than a to z.
 */
export function soundsOf(folded: string): string[] {
  if (!LATIN.test(folded)) return [];
  return [...new Set(doubleMetaphone(folded))].filter(({ length }) => length >= SOUND_MIN_CHARS);
}

/** Returns a text, whole and without any one or two of its characters. */
function deleteUpToTwo(text: string): string[] {
  const deletes = new Set([text]);
  for (let first = 0; first < text.length; first += 1) {
    const shorter = text.slice(0, first) + text.slice(first + 1);
    deletes.add(shorter);
    for (let second = first; second < shorter.length; second += 1)
      deletes.add(shorter.slice(0, second) + shorter.slice(second + 1));
  }
  return [...deletes];
}

/** Returns a 32-bit FNV-1a hash. The database stores it, so it must not depend on the machine. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash | 0;
}
