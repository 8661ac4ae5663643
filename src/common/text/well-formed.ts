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

const UNSTORABLE = /[\0\uFFFE\uFFFF]/;

/** Replaces each lone surrogate with U+FFFD. */
export function toWellFormed(text: string): string {
  return text.toWellFormed();
}

/** Whether the text can be stored: no NUL, lone surrogate, U+FFFE or U+FFFF. */
export function isWellFormedText(text: string): boolean {
  return text.isWellFormed() && !UNSTORABLE.test(text);
}
