const PLAIN_LINE = /^[!-~]+(?: [!-~]+)*$/;

/**
 * Whether a text consists of ASCII words with single spaces between them, as most names and labels do. Cleaning and
 * Unicode normalization do not change such a text.
 */
export function isPlainLine(text: string): boolean {
  return PLAIN_LINE.test(text);
}
