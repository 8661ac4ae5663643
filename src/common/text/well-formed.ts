/**
 * Checks UTF-16 text for characters that the service does not store: NUL and lone surrogates, which PostgreSQL refuses,
 * and the noncharacters U+FFFE and U+FFFF.
 */

/** What `isStorableText` refuses, for messages. */
export const UNSTORABLE_CHARACTERS = 'NUL, lone surrogates, U+FFFE or U+FFFF';
const UNSTORABLE = /[\0\uFFFE\uFFFF]/;

/** Whether the text can be stored: it has no `UNSTORABLE_CHARACTERS`. */
export function isStorableText(text: string): boolean {
  return text.isWellFormed() && !UNSTORABLE.test(text);
}
