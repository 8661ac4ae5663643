/** Keys for comparing names that different systems wrote differently. */

/** Characters that some file systems refuse, so that writers replace or drop them. */
const RESERVED = /[<>:"/\\|?*]/g;

/**
 * The same key for names that differ only in case, normalisation form, reserved characters, punctuation between
 * words, or runs of space. Marks are kept: `Amelie` and `Amélie` differ.
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
