/** Acronyms: the initials by which titles are known, such as "LOTR" and "TMNT". */
import { findNumeral } from './numerals';
import { wordsOf } from './words';

/** Minimum and maximum number of letters of an acronym. Shorter initials belong to too many titles. */
const SHORTEST = 3;
const LONGEST = 8;
/** Maximum number of acronyms of one title. */
const ACRONYMS_MAX = 8;
const PARTS = /[:;,()]|\s[-\u2013\u2014]\s/;
const ARTICLES = new Set(['the', 'a', 'an']);
const INSTALMENTS = new Set(['part', 'episode', 'chapter', 'volume', 'vol', 'i', 'v', 'x']);
const ACRONYM = /^[a-z]{3,8}$/;

/**
 * Returns the acronyms of the whole title and of each part of it. A number at the end is left out. If the first word is
 * an article, there is one acronym with the article and one without it.
 */
export function acronymsOf(title: string): string[] {
  const acronyms = new Set<string>();
  for (const part of new Set([title, ...title.split(PARTS)])) {
    const words = wordsOf(part).map(({ folded }) => folded);
    while (words.length > 0 && isInstalment(words.at(-1) ?? '')) words.pop();
    addInitials(acronyms, words);
    if (ARTICLES.has(words[0] ?? '')) addInitials(acronyms, words.slice(1));
  }
  return [...acronyms].slice(0, ACRONYMS_MAX);
}

/** Whether a folded word may be an acronym. */
export function mayBeAcronym(folded: string): boolean {
  return ACRONYM.test(folded);
}

function addInitials(acronyms: Set<string>, words: readonly string[]): void {
  if (words.length < SHORTEST || words.length > LONGEST) return;
  const initials = words.map((word) => word.charAt(0)).join('');
  if (ACRONYM.test(initials)) acronyms.add(initials);
}

function isInstalment(word: string): boolean {
  return INSTALMENTS.has(word) || findNumeral(word) !== null;
}
