/** A pattern that rules out, in one pass, titles without any word of the query: most documents have none in a title. */

const PREFIX_CHARS = 2;

/** Matches every title. */
export const ANY_TITLE = /^/;

/** Matches titles with a word that begins as one of the texts does, or with its first letter written apart. */
export function beginningPattern(texts: readonly string[]): RegExp {
  const pairs = texts.map((text) => text.slice(0, PREFIX_CHARS));
  const letters = pairs.filter((pair) => /^[\p{L}\p{N}]+$/u.test(pair));
  if (letters.length < pairs.length) return ANY_TITLE;
  const alternatives = [...new Set(letters.flatMap((each) => [each, `${[...each][0] ?? ''}(?=[ \\n\\t]|$)`]))];
  return new RegExp(`(?:^|[ \\n])(?:${alternatives.join('|')})`, 'u');
}
