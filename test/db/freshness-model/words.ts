import { createHash } from 'node:crypto';

/** Letters that no stemmer takes for an ending, and that are nobody's word. */
const LETTERS = 'bcdfghjkmpqrtvwx';
const WORD = /qz[a-z]{10}/gi;

let counter = 0;

/** A word that nothing else in the run holds, so that an answer with it can come from one write alone. */
export function newWord(): string {
  counter += 1;
  const digest = createHash('sha256').update(`word ${counter}`).digest('hex');
  return `qz${[...digest.slice(0, 10)].map((digit) => LETTERS[Number.parseInt(digit, 16)]).join('')}`;
}

/** The words of that kind in a text, each once, in lower case. */
export function wordsIn(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(WORD), ([word]) => word.toLowerCase()))];
}
