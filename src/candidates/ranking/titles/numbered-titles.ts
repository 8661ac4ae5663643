/** Writes the numbers of titles in one form, to compare titles that differ only in the spelling of their numbers. */
import { withoutArticle } from '../../../search/index/title-forms';
import { findOrdinal } from '../../../search/text/numerals';

/** Words before the number of a part. A title may omit them: "Lamp III" for "Lamp part 3". */
const PARTS = new Set(['part', 'chapter', 'volume', 'vol']);

/**
 * Returns folded words with each number as digits and each ordinal as digits and "th" ("2th" for "second"), without a
 * word such as "part" before a number, and without the article at the beginning. Null if they have neither a number nor
 * an ordinal. `numeralOf` returns the number that the word at an index stands for, or null.
 */
export function withDigits(words: readonly string[], numeralOf: (index: number) => number | null): string | null {
  const numbers = words.map((word, index) => {
    const rank = findOrdinal(word);
    return numeralOf(index) ?? (rank === null ? null : `${rank}th`);
  });
  if (numbers.every((number) => number === null)) return null;
  const text = words
    .map((word, index) => numbers[index] ?? word)
    .filter((_, index) => !PARTS.has(words[index] ?? '') || typeof numbers[index + 1] !== 'number')
    .join(' ');
  return withoutArticle(text);
}
