import type { MediaKind } from '../../common/media-id';
import { filterGroups, shareOfFilters } from '../query/search-filter';
import type { BrowseFilters, BrowseRequest } from './browse.dto';
import { BROWSE_SORTS, type BrowseSort, type SortDefinition } from './browse-sorts';

/** The documents of one kind in one library. For each sort, an index contains them in order. */
export interface Stream {
  readonly library_id: string;
  readonly media_kind: MediaKind;
  readonly documents: number;
}

/** The counts with which a list is planned. */
export interface BrowseCounts {
  readonly streams: readonly Stream[];
  /** Number of counted documents that the caller may see. */
  readonly total: number;
  /** Number of documents by lexeme. */
  readonly documents: ReadonlyMap<string, number>;
}

/**
 * The source of the rows of a page. `walk`: the index of the sort, in its order. `matches`: the index of lexemes,
 * sorted. `watched`: the watch states of the caller, sorted.
 */
export type BrowseDriver = 'walk' | 'matches' | 'watched';

/** How the rows of a page are read. */
export interface BrowsePlan {
  readonly driver: BrowseDriver;
  /** Maximum number of rows of an index that a walk reads. */
  readonly walkMax: number;
}

/** Maximum number of rows that `matches` and `watched` sort. If more rows match, a walk fills the page quickly. */
export const SORTED_MAX = 5_000;
/** Maximum number of rows that a walk reads if it may read the document of each. */
export const WALK_MAX = 4_000;
/** Maximum number of rows that a walk reads if the index excludes most of them. */
export const NARROW_WALK_MAX = 16_000;
/** A walk is narrow if at most this share of its rows is expected to pass the filters that the index contains. */
const NARROW_SHARE = 0.2;
/** Assumed share of items in a range of runtimes. */
const RUNTIME_SHARE = 0.3;
/** Time to read a document, as a multiple of the time to read a row of the index of a sort. */
const DOCUMENT_COST = 10;

/** Chooses the plan that is expected to take the least time. `limit` is the number of rows of the page. */
export function planBrowse(
  request: BrowseRequest,
  sort: BrowseSort,
  { streams, total, documents }: BrowseCounts,
  limit: number,
): BrowsePlan {
  const { filters = {} } = request;
  const { year, runtime_minutes: runtime, ...others } = filters;
  const { from, containsRanges }: SortDefinition = BROWSE_SORTS[sort];
  const shareOf = (part: BrowseFilters): number => shareOfFilters({ filters: part }, { total, documents });
  const yearShare = year === undefined ? 1 : shareOf({ year });
  const otherShare = shareOf(others);
  // An index sorted by year is read from the first year of the range to the last.
  const rangeShare = (sort === 'year' ? 1 : yearShare) * (runtime === undefined ? 1 : RUNTIME_SHARE);
  const readShare = containsRanges ? rangeShare : 1;
  const walkMax = readShare <= NARROW_SHARE ? NARROW_WALK_MAX : WALK_MAX;
  const walk: BrowsePlan = { driver: 'walk', walkMax };
  if (from === 'watch_states') return walk;
  if (isWatchedOnly(filters)) return { driver: 'watched', walkMax };
  // Streams contain only the requested kinds and libraries. So only other filters can make a walk longer.
  if (!filterGroups({ filters }).some(({ negated }) => !negated)) return walk;
  const matches = streams.reduce((sum, stream) => sum + stream.documents, 0) * otherShare * yearShare;
  const walked = (limit + 1) / Math.max(otherShare * rangeShare, 1e-9);
  const isWalkFaster = walked <= walkMax && walked * (1 + readShare * DOCUMENT_COST) <= matches * DOCUMENT_COST;
  return matches > SORTED_MAX || isWalkFaster ? walk : { driver: 'matches', walkMax };
}

function isWatchedOnly({ watch_states: states }: BrowseFilters): boolean {
  return states !== undefined && !states.includes('unwatched');
}
