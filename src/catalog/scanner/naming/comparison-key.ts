/** Characters that some file systems forbid. */
const RESERVED = /[<>:"/\\|?*]/g;

/**
 * Returns a key that is equal for names that differ only in case, Unicode form, apostrophes, or in punctuation,
 * reserved characters and spaces between words. `AC/DC` and `ACDC` have different keys, and so have `Amelie` and
 * `Amélie`.
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
