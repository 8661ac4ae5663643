/** Derives acronyms from titles, such as "LOTR" from "The Lord of the Rings". */
import { findNumeral } from './numerals';
import { wordsOf } from './words';

/** Minimum number of letters of an acronym. Too many titles have the same two initials. */
const LETTERS_MIN = 3;
const LETTERS_MAX = 8;
const ACRONYMS_MAX = 8;
/** Separates the parts of a title: "Alien: Covenant". */
const PART_SEPARATOR = /[:;,()]|\s[-\u2013\u2014]\s/;
const ARTICLES = new Set(['the', 'a', 'an']);
/** Words in the number of a sequel, such as "Part V", except the numerals that `findNumeral` recognizes. */
const SEQUEL_WORDS = new Set(['part', 'episode', 'chapter', 'volume', 'vol', 'i', 'v', 'x']);
const ACRONYM = /^[a-z]{3,8}$/;

/**
 * Returns the acronyms of the whole title and of each of its parts, at most 8. Leaves out the numerals and sequel words
 * at the end of the title or part. If the first word is an article, there is one acronym with the article and one
 * without it.
 */
export function acronymsOf(title: string): string[] {
  const acronyms = new Set<string>();
  for (const part of new Set([title, ...title.split(PART_SEPARATOR)])) {
    const words = wordsOf(part).map(({ folded }) => folded);
    while (words.length > 0 && isSequelWord(words.at(-1) ?? '')) words.pop();
    addInitials(acronyms, words);
    if (ARTICLES.has(words[0] ?? '')) addInitials(acronyms, words.slice(1));
  }
  return [...acronyms].slice(0, ACRONYMS_MAX);
}

/** Returns whether a folded word has the form of an acronym. */
export function mayBeAcronym(folded: string): boolean {
  return ACRONYM.test(folded);
}

function addInitials(acronyms: Set<string>, words: readonly string[]): void {
  if (words.length < LETTERS_MIN || words.length > LETTERS_MAX) return;
  const initials = words.map((word) => word.charAt(0)).join('');
  if (ACRONYM.test(initials)) acronyms.add(initials);
}

function isSequelWord(word: string): boolean {
  return SEQUEL_WORDS.has(word) || findNumeral(word) !== null;
}
