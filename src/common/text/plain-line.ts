const PLAIN_LINE = /^[!-~]+(?: [!-~]+)*$/;

/**
 * Whether a text consists of ASCII words with single spaces between them, as most names and labels do. Of cleaning,
 * folding, Unicode normalisation and white-space handling, only case folding can change such a text.
 */
export function isPlainLine(text: string): boolean {
  return PLAIN_LINE.test(text);
}
