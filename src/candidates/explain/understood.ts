/** Lists for the answer how parts of a query were interpreted. */
import { truncateText } from '../../common/text/summary';
import type { SearchQuery } from '../query/search-query';
import type { WordSpan } from '../understanding/interpreted-words';
import { type UnderstoodKind, UNDERSTOOD_MAX } from './understood-kinds';

/** An interpreted part of a query. */
export interface Reading {
  readonly kind: UnderstoodKind;
  readonly value: string;
  readonly text: string;
}

/** Returns the interpreted parts of a query, in the order of their words. */
export function understoodOf({ ids, text, allWords, understanding, fields }: SearchQuery): Reading[] {
  if (ids !== null) return [{ kind: 'id', value: ids.uuid ?? text.trim(), text: text.trim() }];
  const { demands, exclusions, phrases, roles } = understanding;
  const found: (WordSpan & Omit<Reading, 'text'>)[] = [];
  for (const demand of demands) {
    const { kind, start, end } = demand;
    if (!fields.has(kind === 'years' ? 'title' : 'genres')) continue;
    found.push({ kind, start, end, value: kind === 'years' ? `${demand.from}-${demand.to}` : demand.genre.name });
  }
  for (const { start, end, genres, words } of exclusions) {
    const names = genres.length > 0 ? genres.map(({ name }) => name) : [textOf(words)];
    for (const value of names) found.push({ kind: 'excluded', start, end, value });
  }
  for (const { start, end, roles: meant } of roles.requests)
    found.push({ kind: 'role', start, end, value: meant.join('|') });
  for (const phrase of phrases) found.push({ kind: 'phrase', ...phrase, value: phrase.text });
  return found
    .sort((a, b) => a.start - b.start)
    .slice(0, UNDERSTOOD_MAX)
    .map(({ kind, value, ...span }) => ({ kind, value: truncateText(value), text: truncateText(textOf(span)) }));

  function textOf({ start, end }: WordSpan): string {
    return text.slice(allWords[start]?.start ?? 0, allWords[end - 1]?.end ?? 0);
  }
}
