/** Keys that compare names written by different systems. */

/** Characters that some file systems forbid, so that tools replace or drop them. */
const RESERVED = /[<>:"/\\|?*]/g;

/**
 * Equal for names that differ only in case, Unicode form, reserved characters, punctuation between words, or repeated
 * spaces. Diacritics count: `Amelie` and `Amélie` differ.
 */
export function toLooseKey(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .replace(RESERVED, ' ')
    .replace(/['’‘`´]/g, '')
    .replace(/[\s._,;!&+–—-]+/g, ' ')
    .trim();
}
