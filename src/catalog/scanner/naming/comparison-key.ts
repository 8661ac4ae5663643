/** Characters that some file systems forbid. */
const RESERVED = /[<>:"/\\|?*]/g;

/**
 * Returns a key for comparing names. It ignores case, Unicode form and apostrophes, and which punctuation, reserved
 * characters and spaces separate two words. `AC/DC` and `ACDC` have different keys, and so have `Amelie` and `Amélie`.
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
