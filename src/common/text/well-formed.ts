/** Well-formedness of UTF-16 text: what PostgreSQL and JSON can carry. */

// Node 20 has both methods (ES2024); the project's `lib` is one year older.
declare global {
  interface String {
    isWellFormed(): boolean;
    toWellFormed(): string;
  }
}

const UNSTORABLE = /[\0\uFFFE\uFFFF]/;

/** The text with each lone surrogate replaced by U+FFFD; the same string when there is none. */
export function toWellFormed(text: string): string {
  return text.toWellFormed();
}

/** Whether the text holds no NUL, no lone surrogate and neither U+FFFE nor U+FFFF: only such text may be stored. */
export function isWellFormedText(text: string): boolean {
  return text.isWellFormed() && !UNSTORABLE.test(text);
}
