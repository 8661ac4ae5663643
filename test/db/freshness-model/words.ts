import { createHash } from 'node:crypto';

/** Letters of new words. No combination of them is an ending that a stemmer removes. */
const LETTERS = 'bcdfghjkmpqrtvwx';
const WORD = /qz[a-z]{10}/gi;

let counter = 0;

/** Returns a word that occurs nowhere else in the run. An answer with this word shows the effect of one write. */
export function newWord(): string {
  counter += 1;
  const digest = createHash('sha256').update(`word ${counter}`).digest('hex');
  return `qz${[...digest.slice(0, 10)].map((digit) => LETTERS[Number.parseInt(digit, 16)]).join('')}`;
}

/** Returns the distinct words of `newWord` in a text, in lower case. */
export function wordsIn(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(WORD), ([word]) => word.toLowerCase()))];
}
