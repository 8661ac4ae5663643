/** Lists the interpreted parts of a query for an answer. */
import { truncateText } from '../../common/text/summary';
import type { UnderstoodPart } from '../candidates.dto';
import type { SearchQuery } from '../query/search-query';
import type { Demand } from '../understanding/understanding';
import type { WordSpan } from '../understanding/words-to-interpret';
import { UNDERSTOOD_MAX } from './understood-kinds';

/**
 * Returns the interpreted parts of a query, in the order of their words. `isIdFound` tells whether the search found an
 * item with the id that the query may be.
 */
export function understoodOf(
  { ids, text, allWords, understanding, fields }: SearchQuery,
  isIdFound: boolean,
): UnderstoodPart[] {
  if (ids !== null && (ids.isCertain || isIdFound))
    return [{ kind: 'id', value: ids.uuid ?? text.trim(), text: text.trim() }];
  const { demands, exclusions, phrases, roles } = understanding;
  const parts: (WordSpan & Omit<UnderstoodPart, 'text'>)[] = [];
  for (const demand of demands) {
    const { kind, start, end } = demand;
    // A demand has no effect unless its field is searched: titles for years, genres for the other demands.
    if (!fields.has(kind === 'years' ? 'title' : 'genres')) continue;
    parts.push({ kind, start, end, value: valueOf(demand) });
  }
  for (const { start, end, genres, words } of exclusions) {
    const names = genres.length > 0 ? genres.map(({ name }) => name) : [textOf(words)];
    for (const value of names) parts.push({ kind: 'excluded', start, end, value });
  }
  for (const { start, end, roles: names } of roles.requests)
    parts.push({ kind: 'role', start, end, value: names.join('|') });
  for (const phrase of phrases) parts.push({ kind: 'phrase', ...phrase, value: phrase.text });
  return parts
    .sort((a, b) => a.start - b.start)
    .slice(0, UNDERSTOOD_MAX)
    .map(({ kind, value, ...span }) => ({ kind, value: truncateText(value), text: truncateText(textOf(span)) }));

  function textOf({ start, end }: WordSpan): string {
    return text.slice(allWords[start]?.start ?? 0, allWords[end - 1]?.end ?? 0);
  }
}

function valueOf(demand: Demand): string {
  if (demand.kind === 'years') return `${demand.from}-${demand.to}`;
  return demand.kind === 'genre' ? demand.genre.name : demand.country.name;
}
