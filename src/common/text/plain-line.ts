const PLAIN_LINE = /^[!-~]+(?: [!-~]+)*$/;

/**
 * Whether a text consists of ASCII words with single spaces between them, as most names and labels do. Cleaning, Unicode
 * normalisation and white-space handling do not change such a text; only case folding does.
 */
export function isPlainLine(text: string): boolean {
  return PLAIN_LINE.test(text);
}
