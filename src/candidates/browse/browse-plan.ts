import type { MediaKind } from '../../common/media-id';
import { filterGroups, selectivityOf } from '../query/search-filter';
import type { BrowseFilters, BrowseRequest } from './browse.dto';
import { BROWSE_SORTS, type BrowseSort, type SortDefinition } from './browse-sorts';

/**
 * Number of documents of one kind in one library. Each sort that reads documents has an index that lists the documents
 * of each library and kind in order.
 */
export interface KindCount {
  readonly library_id: string;
  readonly media_kind: MediaKind;
  readonly documents: number;
}

/** The counts with which a list is planned. */
export interface BrowseCounts {
  readonly kindCounts: readonly KindCount[];
  /** Number of documents that the caller may see and that the lexicon has counted. */
  readonly total: number;
  /** Number of documents by lexeme. */
  readonly documents: ReadonlyMap<string, number>;
}

/**
 * How the rows of a page are found. `ordered_scan` reads the rows of the sort's index in order, and filters them.
 * `matches` finds the matching documents with the index of lexemes, and sorts them. `watched` reads the watch states of
 * the caller, and sorts them.
 */
export type BrowseDriver = 'ordered_scan' | 'matches' | 'watched';

/** The driver of a page, and the row limit of an ordered scan. */
export interface BrowsePlan {
  readonly driver: BrowseDriver;
  /** Maximum number of rows of an index that an ordered scan reads. */
  readonly scanMax: number;
}

/** Maximum number of rows that `matches` and `watched` sort. If there are more, an ordered scan reads the page. */
export const BROWSED_ROWS_MAX = 5_000;
/** Maximum number of rows of an ordered scan that may have to read the document of each row. */
export const SCAN_MAX = 4_000;
/** Maximum number of rows of an ordered scan if the year and the runtime in the index exclude most of them. */
export const INDEX_FILTERED_SCAN_MAX = 16_000;
/** The higher maximum applies if at most this share of the rows is expected to pass the filters on year and runtime. */
const INDEX_FILTERED_SHARE = 0.2;
/** Assumed share of items in a range of runtimes. */
const RUNTIME_SHARE = 0.3;
/** Time to read a document, as a multiple of the time to read a row of the index of a sort. */
const DOCUMENT_COST = 10;

/** Chooses the plan that is expected to take the least time. `limit` is the number of rows of the page. */
export function planBrowse(
  request: BrowseRequest,
  sort: BrowseSort,
  { kindCounts, total, documents }: BrowseCounts,
  limit: number,
): BrowsePlan {
  const { filters = {} } = request;
  const { year, runtime_minutes: runtime, ...otherFilters } = filters;
  const { from, indexContainsRanges }: SortDefinition = BROWSE_SORTS[sort];
  const shareOf = (part: BrowseFilters): number => selectivityOf({ filters: part }, { total, documents });
  const yearShare = year === undefined ? 1 : shareOf({ year });
  const otherShare = shareOf(otherFilters);
  // An index sorted by year is read only within the range of years.
  const rangeShare = (sort === 'year' ? 1 : yearShare) * (runtime === undefined ? 1 : RUNTIME_SHARE);
  const readShare = indexContainsRanges ? rangeShare : 1;
  const scanMax = readShare <= INDEX_FILTERED_SHARE ? INDEX_FILTERED_SCAN_MAX : SCAN_MAX;
  const orderedScan: BrowsePlan = { driver: 'ordered_scan', scanMax };
  if (from === 'watch_states') return orderedScan;
  if (isWatchedOnly(filters)) return { driver: 'watched', scanMax };
  // `matches` needs a condition that requires a lexeme. Kinds and libraries do not count, because an ordered scan also
  // reads only the requested ones.
  if (!filterGroups({ filters }).some(({ isNegated }) => !isNegated)) return orderedScan;
  const matches = kindCounts.reduce((sum, count) => sum + count.documents, 0) * otherShare * yearShare;
  const scanned = (limit + 1) / Math.max(otherShare * rangeShare, 1e-9);
  const isScanFaster = scanned <= scanMax && scanned * (1 + readShare * DOCUMENT_COST) <= matches * DOCUMENT_COST;
  return matches > BROWSED_ROWS_MAX || isScanFaster ? orderedScan : { driver: 'matches', scanMax };
}

/** Returns whether a page is read only from the pairs of library and kind in `BrowseCounts.kindCounts`. */
export function readsKindCounts({ driver }: BrowsePlan, sort: BrowseSort): boolean {
  return driver === 'ordered_scan' && BROWSE_SORTS[sort].from === 'documents';
}

function isWatchedOnly({ watch_states: states }: BrowseFilters): boolean {
  return states !== undefined && !states.includes('unwatched');
}
