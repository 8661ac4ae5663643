/** Characters that some file systems forbid. */
const RESERVED = /[<>:"/\\|?*]/g;

/**
 * Returns a key for comparing names. Names have the same key if they differ only in case, in the composition of
 * characters (NFC or NFD), in apostrophes, or in the spaces, reserved characters, dashes and `._,;!&+` around words.
 * `AC/DC` and `ACDC` have different keys, and so do `Amelie` and `Amélie`.
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
