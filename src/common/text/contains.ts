/** Whether a text contains `part`. Takes linear time (Knuth-Morris-Pratt); `includes` can take quadratic time. */
export function containsText(text: string, part: string): boolean {
  const borders = bordersOf(part);
  let matched = 0;
  for (let index = 0; index < text.length && matched < part.length; index += 1) {
    matched = extend(part, borders, matched, text.charCodeAt(index));
  }
  return matched === part.length;
}

/** Returns, for each prefix of `part`, the length of its longest proper prefix that is also its suffix. */
function bordersOf(part: string): Uint32Array {
  const borders = new Uint32Array(part.length);
  for (let index = 1; index < part.length; index += 1) {
    borders[index] = extend(part, borders, borders[index - 1] ?? 0, part.charCodeAt(index));
  }
  return borders;
}

/**
 * Returns the length of the longest prefix of `part` that is a suffix of a text. `unit` is the last code unit of the
 * text, and `matched` is the result for the text without it.
 */
function extend(part: string, borders: Uint32Array, matched: number, unit: number): number {
  let length = matched;
  while (length > 0 && part.charCodeAt(length) !== unit) length = borders[length - 1] ?? 0;
  return part.charCodeAt(length) === unit ? length + 1 : length;
}
