/**
 * Whether a text contains another one. Takes linear time for all texts (Knuth-Morris-Pratt), unlike `includes`, which
 * may compare each character of the text with each one of the other.
 */
export function containsText(text: string, part: string): boolean {
  const borders = bordersOf(part);
  let matched = 0;
  for (let index = 0; index < text.length && matched < part.length; index += 1) {
    matched = extend(part, borders, matched, text.charCodeAt(index));
  }
  return matched === part.length;
}

/** For each prefix of the text, the length of its longest proper prefix that is also a suffix of it. */
function bordersOf(part: string): Uint32Array {
  const borders = new Uint32Array(part.length);
  for (let index = 1; index < part.length; index += 1) {
    borders[index] = extend(part, borders, borders[index - 1] ?? 0, part.charCodeAt(index));
  }
  return borders;
}

/** Returns how many code units of `part` match after one more code unit of the text. */
function extend(part: string, borders: Uint32Array, matched: number, unit: number): number {
  let length = matched;
  while (length > 0 && part.charCodeAt(length) !== unit) length = borders[length - 1] ?? 0;
  return part.charCodeAt(length) === unit ? length + 1 : length;
}
