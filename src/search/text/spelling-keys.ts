/**
 * Spelling keys: numbers that two words have in common if they may be misspellings of each other. They find words that are
 * two edits apart, or that sound alike. Candidates are then compared letter by letter, because unlike words share keys too.
 */
import { doubleMetaphone } from 'double-metaphone';

/** Shortest and longest word with keys, in UTF-16 code units. Shorter words are two edits from too many others. */
export const KEYED_SHORTEST = 5;
export const KEYED_LONGEST = 24;
/**
 * Deletes are made of the beginning of a word only: two words that are two edits apart have beginnings that are no more
 * than that apart.
 */
const PREFIX_CHARS = 7;
/** Letters of the shortest sound that is compared. */
const SOUND_MIN_CHARS = 3;
const LATIN = /^[a-z]+$/;

/** The keys of a folded word; none for words that are not corrected. Signed 32-bit numbers. */
export function spellingKeys(folded: string): number[] {
  if (folded.length < KEYED_SHORTEST || folded.length > KEYED_LONGEST) return [];
  const keys = new Set(deletesOfTwo(folded.slice(0, PREFIX_CHARS)).map(hashOf));
  for (const sound of soundsOf(folded)) keys.add(hashOf(`~${sound}`));
  return [...keys];
}

/** How an English speaker may pronounce a folded word, as Double Metaphone codes; none for other scripts. */
export function soundsOf(folded: string): string[] {
  if (!LATIN.test(folded)) return [];
  return [...new Set(doubleMetaphone(folded))].filter(({ length }) => length >= SOUND_MIN_CHARS);
}

/** A text, and the text without any one or two of its characters. */
function deletesOfTwo(text: string): string[] {
  const deletes = new Set([text]);
  for (let first = 0; first < text.length; first += 1) {
    const one = text.slice(0, first) + text.slice(first + 1);
    deletes.add(one);
    for (let second = first; second < one.length; second += 1)
      deletes.add(one.slice(0, second) + one.slice(second + 1));
  }
  return [...deletes];
}

/** A 32-bit hash (FNV-1a). It is the same on every machine, because the database stores it. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash | 0;
}
