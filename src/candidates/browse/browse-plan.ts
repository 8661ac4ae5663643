import type { MediaKind } from '../../common/media-id';
import { filterGroups, shareOfFilters } from '../query/search-filter';
import type { BrowseFilters, BrowseRequest } from './browse.dto';
import { BROWSE_SORTS, type BrowseSort, type SortDefinition } from './browse-sorts';

/** The documents of one kind in one library. For each sort, an index has them in order. */
export interface Stream {
  readonly library_id: string;
  readonly media_kind: MediaKind;
  readonly documents: number;
}

/** The counts from which a list is planned. */
export interface BrowseCounts {
  readonly streams: readonly Stream[];
  /** Documents that the caller sees, in the libraries that are counted. */
  readonly total: number;
  /** Documents by lexeme. */
  readonly documents: ReadonlyMap<string, number>;
}

/**
 * Where the rows of a page come from. `walk`: the index of the sort, row by row; `matches`: the index of lexemes,
 * sorted; `watched`: the watch states of the caller, sorted.
 */
export type BrowseDriver = 'walk' | 'matches' | 'watched';

/** Maximum number of rows that `matches` and `watched` sort. With more matching rows, a walk fills the page quickly. */
export const SORTED_MAX = 5_000;

/** Assumed share of items in a range of runtimes. */
const RUNTIME_SHARE = 0.3;

/** Chooses the driver that is expected to read the fewest rows. `limit` is the number of rows of the page. */
export function chooseDriver(
  request: BrowseRequest,
  sort: BrowseSort,
  { streams, total, documents }: BrowseCounts,
  limit: number,
): BrowseDriver {
  const { filters = {} } = request;
  const { from }: SortDefinition = BROWSE_SORTS[sort];
  if (from === 'watch_states') return 'walk';
  if (isWatchedOnly(filters)) return 'watched';
  // Streams contain only the requested kinds and libraries, so these filters do not make a walk longer.
  if (!filterGroups({ filters }).some(({ negated }) => !negated)) return 'walk';
  const share = shareOfFilters({ filters }, { total, documents });
  const matches = streams.reduce((sum, stream) => sum + stream.documents, 0) * share;
  const walked = (limit + 1) / Math.max(share * (filters.runtime_minutes === undefined ? 1 : RUNTIME_SHARE), 1e-9);
  return matches < walked && matches <= SORTED_MAX ? 'matches' : 'walk';
}

function isWatchedOnly({ watch_states: states }: BrowseFilters): boolean {
  return states !== undefined && !states.includes('unwatched');
}
