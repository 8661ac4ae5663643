/** Builds a pattern that rejects titles without any word of the query. Most titles have none. */

const PREFIX_CHARS = 2;

/** Matches every title. */
export const ANY_TITLE = /^/;

/** Returns a pattern for titles with a word that starts like one of the texts, or that is only its first letter. */
export function beginningPattern(texts: readonly string[]): RegExp {
  const pairs = texts.map((text) => text.slice(0, PREFIX_CHARS));
  const letters = pairs.filter((pair) => /^[\p{L}\p{N}]+$/u.test(pair));
  if (letters.length < pairs.length) return ANY_TITLE;
  const alternatives = [...new Set(letters.flatMap((each) => [each, `${[...each][0] ?? ''}(?=[ \\n\\t]|$)`]))];
  return new RegExp(`(?:^|[ \\n])(?:${alternatives.join('|')})`, 'u');
}
