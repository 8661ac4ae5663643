/**
 * Spelling deletes: a word, and the word with each one of its letters left out. Two words that are one edit apart share
 * a spelling delete, so corrections are found by equality.
 */
import '../../common/text/well-formed';

/** Shortest and longest word that is corrected, in UTF-16 code units. Shorter words are one edit from too many others. */
const SHORTEST = 3;
const LONGEST = 24;

/** The spelling deletes of a word; empty for words that are not corrected. */
export function spellingDeletesOf(folded: string): string[] {
  if (folded.length < SHORTEST || folded.length > LONGEST) return [];
  const deletes = new Set([folded]);
  for (let index = 0; index < folded.length; index += 1) deletes.add(folded.slice(0, index) + folded.slice(index + 1));
  return [...deletes].map((text) => text.toWellFormed());
}

/** Whether two different words are exactly one edit apart: one letter added, left out or replaced, or two neighbours swapped. */
export function isOneEditApart(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1) return false;
  const shorter = Math.min(a.length, b.length);
  let head = 0;
  while (head < shorter && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail += 1;
  const left = a.length - head - tail;
  const right = b.length - head - tail;
  if (left <= 1 && right <= 1) return true;
  return left === 2 && right === 2 && a[head] === b[head + 1] && a[head + 1] === b[head];
}
