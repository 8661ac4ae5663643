/** The titles that parts of a query may be: the query without its years, genres, roles and exclusions. */
import { compactKey } from '../../search/index/title-forms';
import { findYear } from '../../search/text/numerals';
import type { Word } from '../../search/text/word';
import { isFiller } from '../understanding/fillers';
import { CONNECTING_WORDS, type WordSpan } from '../understanding/interpreted-words';
import type { Understanding } from '../understanding/understanding';
import type { PartKey } from './search-query';

/** `parts` are the folded words of the query as titles are compared, one for each of its words. */
export function partKeysOf(
  formWords: readonly string[],
  all: readonly Word[],
  understanding: Understanding,
): PartKey[] {
  const keys = new Map<string, PartKey>();
  const add = (leftOut: ReadonlySet<number>, requiredLexemes: readonly string[]): void => {
    const key = compactKey(formWords.filter((_, index) => !leftOut.has(index)).join(' '));
    if (key !== '' && !keys.has(key)) keys.set(key, { key, requiredLexemes });
  };
  const lexemesOf = (indexes: Iterable<number>): string[] => {
    return [...indexes].flatMap((index) => (all[index]?.isStopWord === false ? [all[index].lexeme] : []));
  };
  const years = all.flatMap(({ folded }, index) => (findYear(folded) === null ? [] : [index]));
  if (formWords.length > 1) for (const year of years) add(new Set([year]), lexemesOf([year]));
  const { demands, exclusions, requestWords } = understanding;
  if (requestWords.size > 0) add(requestWords, []);
  if (demands.length + exclusions.length === 0) return [...keys.values()];
  const asked = new Set(demands.flatMap(indexesOf));
  const leftOut = withConnectingWords(all, new Set([...asked, ...exclusions.flatMap(indexesOf)]));
  add(leftOut, lexemesOf(asked));
  const [year] = years;
  if (year !== undefined && !leftOut.has(year)) add(new Set([...leftOut, year]), lexemesOf([...asked, year]));
  return [...keys.values()];
}

function indexesOf({ start, end }: WordSpan): number[] {
  return Array.from({ length: end - start }, (_, index) => start + index);
}

/** Leaves out also the words that join what is left out to the rest: "from the 1930s", "1930s movies". */
function withConnectingWords(all: readonly Word[], leftOut: ReadonlySet<number>): Set<number> {
  const more = new Set(leftOut);
  const folded = all.map((word) => word.folded);
  for (const index of leftOut) {
    for (let at = index - 1; at > 0 && isConnecting(folded[at]); at -= 1) more.add(at);
    for (let at = index + 1; at < folded.length && isFiller(folded[at] ?? ''); at += 1) more.add(at);
  }
  return more;
}

function isConnecting(word = ''): boolean {
  return CONNECTING_WORDS.has(word) || isFiller(word);
}
