/** The titles that parts of a query may be: the query without its years, genres, roles and exclusions. */
import { compactKey } from '../../search/index/title-forms';
import { findYear } from '../../search/text/numerals';
import type { Word } from '../../search/text/word';
import { isFiller } from '../understanding/fillers';
import { JOINTS, type WordSpan } from '../understanding/query-reading';
import type { Understanding } from '../understanding/understanding';
import type { PartKey } from './search-query';

/** `parts` are the folded words of the query as titles are compared, one for each of its words. */
export function partKeysOf(parts: readonly string[], all: readonly Word[], understanding: Understanding): PartKey[] {
  const keys = new Map<string, PartKey>();
  const add = (leftOut: ReadonlySet<number>, asks: readonly string[]): void => {
    const key = compactKey(parts.filter((_, index) => !leftOut.has(index)).join(' '));
    if (key !== '' && !keys.has(key)) keys.set(key, { key, asks });
  };
  const lexemesOf = (indexes: Iterable<number>): string[] => {
    return [...indexes].flatMap((index) => (all[index]?.isStopWord === false ? [all[index].lexeme] : []));
  };
  const years = all.flatMap(({ folded }, index) => (findYear(folded) === null ? [] : [index]));
  if (parts.length > 1) for (const year of years) add(new Set([year]), lexemesOf([year]));
  const { demands, exclusions, requests } = understanding;
  if (requests.size > 0) add(requests, []);
  if (demands.length + exclusions.length === 0) return [...keys.values()];
  const asked = new Set(demands.flatMap(indexesOf));
  const leftOut = withJoints(all, new Set([...asked, ...exclusions.flatMap(indexesOf)]));
  add(leftOut, lexemesOf(asked));
  const [year] = years;
  if (year !== undefined && !leftOut.has(year)) add(new Set([...leftOut, year]), lexemesOf([...asked, year]));
  return [...keys.values()];
}

function indexesOf({ start, end }: WordSpan): number[] {
  return Array.from({ length: end - start }, (_, index) => start + index);
}

/** Leaves out also the words that join what is left out to the rest: "from the 1930s", "1930s movies". */
function withJoints(all: readonly Word[], leftOut: ReadonlySet<number>): Set<number> {
  const more = new Set(leftOut);
  const folded = all.map((word) => word.folded);
  for (const index of leftOut) {
    for (let at = index - 1; at > 0 && isJoint(folded[at]); at -= 1) more.add(at);
    for (let at = index + 1; at < folded.length && isFiller(folded[at] ?? ''); at += 1) more.add(at);
  }
  return more;
}

function isJoint(word = ''): boolean {
  return JOINTS.has(word) || isFiller(word);
}
