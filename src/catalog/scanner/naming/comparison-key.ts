/** Compares names that different systems have written. */

/** Characters that some file systems forbid. Tools replace or drop them. */
const RESERVED = /[<>:"/\\|?*]/g;

/**
 * Returns a key that is equal for names that differ only in case, Unicode form, apostrophes, or in the reserved
 * characters, punctuation and spaces between words. A reserved character separates words, so `AC/DC` and `ACDC` have
 * different keys. Diacritics matter: `Amelie` and `Amélie` have different keys.
 */
export function toComparisonKey(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .replace(RESERVED, ' ')
    .replace(/['’‘`´]/g, '')
    .replace(/[\s._,;!&+–—-]+/g, ' ')
    .trim();
}
