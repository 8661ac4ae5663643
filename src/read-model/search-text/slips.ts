/** Slips of the keyboard: one letter too many, too few, wrong, or two swapped. */
import '../../common/well-formed';

/** The lengths of words whose slips are looked for; a shorter one is a slip away from too many others. */
const SHORTEST = 3;
const LONGEST = 24;

/** The word and what it becomes when one letter is left out; two words a slip apart share one of these. */
export function slipsOf(folded: string): string[] {
  if (folded.length < SHORTEST || folded.length > LONGEST) return [];
  const slips = new Set([folded]);
  for (let index = 0; index < folded.length; index += 1) slips.add(folded.slice(0, index) + folded.slice(index + 1));
  return [...slips].map((slip) => slip.toWellFormed());
}

/** Whether two different words are exactly one slip apart. */
export function isOneSlip(a: string, b: string): boolean {
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
