/** Acronyms: the initials by which titles are known, such as "LOTR" and "TMNT". */
import { findNumeral } from './numerals';
import { wordsOf } from './words';

/** Fewest and most letters. Shorter ones are initials of too many titles. */
const SHORTEST = 3;
const LONGEST = 8;
/** Maximum number of acronyms of one title. */
const ACRONYMS_MAX = 8;
const PARTS = /[:;,()]|\s[-\u2013\u2014]\s/;
const ARTICLES = new Set(['the', 'a', 'an']);
const INSTALMENTS = new Set(['part', 'episode', 'chapter', 'volume', 'vol', 'i', 'v', 'x']);
const ACRONYM = /^[a-z]{3,8}$/;

/** The acronyms of a title: of the whole and of its parts, with and without an article, without a number at the end. */
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
