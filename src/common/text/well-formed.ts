/**
 * Checks UTF-16 text for characters that the service does not store: NUL and lone surrogates, which PostgreSQL refuses,
 * and the noncharacters U+FFFE and U+FFFF.
 */

// Node has these two methods (ES2024), but the `lib` of tsconfig.json does not declare them.
declare global {
  interface String {
    isWellFormed(): boolean;
    toWellFormed(): string;
  }
}

/** What `isStorableText` refuses, for messages. */
export const UNSTORABLE_CHARACTERS = 'NUL, lone surrogates, U+FFFE or U+FFFF';
const UNSTORABLE = /[\0\uFFFE\uFFFF]/;

/** Replaces each lone surrogate with U+FFFD. */
export function toWellFormed(text: string): string {
  return text.toWellFormed();
}

/** Whether the text can be stored: it has no `UNSTORABLE_CHARACTERS`. */
export function isStorableText(text: string): boolean {
  return text.isWellFormed() && !UNSTORABLE.test(text);
}
