/** Where the pages of a search start, and which search a cursor belongs to. */
import type { CursorBinding } from '../common/paging/cursor';
import type { Principal } from '../common/principal';
import type { SearchCandidatesRequest } from './candidates.dto';
import type { RankedCandidate } from './ranking/candidate-row';
import { ORDER_NAME } from './ranking/score-scale';

/**
 * Where a page starts: score and UUID of the last candidate before it, the result of `encodeWeights` for the first
 * page, and the score to which the first page raised candidates with the exact words (0 if it raised none).
 */
export type PageStart = [number, string, string, number];

/** The parts of a request that decide which candidates match, and in which order. */
type BoundRequest = Pick<SearchCandidatesRequest, 'query' | 'library_ids' | 'media_kinds' | 'filters' | 'search_in'>;

/** Returns what a cursor of a search is bound to: the caller, the order of the candidates, and the request. */
export function bindingOf(principal: Principal, request: BoundRequest): CursorBinding {
  const { query, library_ids, media_kinds, filters, search_in } = request;
  return {
    userId: principal.userId,
    route: `candidates:search/${ORDER_NAME}`,
    filters: { query, library_ids, media_kinds, filters, search_in },
  };
}

/** Returns whether a candidate comes after the start of a page. */
export function comesAfter({ score, row }: RankedCandidate, [lastScore, lastId]: PageStart): boolean {
  return score < lastScore || (score === lastScore && row.media_id > lastId);
}
