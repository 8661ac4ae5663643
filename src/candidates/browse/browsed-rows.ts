/** The rows of a page, and the merge of the pages of several libraries on a distributed database. */
import { compareCodePoints } from '../../common/text/code-point-order';
import type { MediaRefBase } from '../../database/entities/read-model/media-context.entity';
import type { BrowsedWatchState } from './browse.dto';
import { BROWSE_SORTS, type BrowseSort } from './browse-sorts';

interface WatchColumns {
  readonly state: BrowsedWatchState['state'];
  readonly position_seconds: number;
  readonly duration_seconds: number;
  readonly last_watched_at: Date;
}

interface ContextColumns {
  readonly media: MediaRefBase;
  readonly summary_text: string;
}

type OrNull<Columns> = Columns | Readonly<Record<keyof Columns, null>>;

/**
 * An item of a page. The columns of the watch state are null if the caller has no watch state of the item. The columns
 * of the context are null if the context may not be served.
 */
export type BrowsedRow = OrNull<WatchColumns> & OrNull<ContextColumns> & ItemColumns;

/** A row whose context may be served. */
export type ServableRow = BrowsedRow & ContextColumns;

interface ItemColumns {
  readonly key: string | number;
  /** UUID. */
  readonly id: string;
  readonly runtime_minutes: number | null;
  readonly popularity: number | null;
  readonly added_at: Date;
  readonly artifact_ids: string[];
}

/** The rows of a page. */
export interface BrowsedRows {
  readonly rows: BrowsedRow[];
  /**
   * Sort key and UUID of the last row that was read, if the scan reached its row limit before the page was full; else
   * null.
   */
  readonly resume: readonly [string | number, string] | null;
  /** Whether the plan found more rows than it may sort (`BROWSED_ROWS_MAX`). The rows must then be discarded. */
  readonly isCut: boolean;
}

/** Sort key and UUID of a row. */
type Position = readonly [string | number, string];

/**
 * Merges the pages of several libraries. If the scan of a library stopped before its page was full, its rows after
 * `resume` were not read. The merged page then ends at `resume`; if several scans stopped, at the first `resume`.
 */
export function mergePages(pages: readonly BrowsedRows[], sort: BrowseSort, limit: number): BrowsedRows {
  const sign = BROWSE_SORTS[sort].direction === 'ASC' ? 1 : -1;
  const compare = (a: Position, b: Position): number =>
    sign * (compareKeys(a[0], b[0]) || compareCodePoints(a[1], b[1]));
  const resumes = pages.flatMap(({ resume }) => (resume === null ? [] : [resume])).sort(compare);
  const [resume = null] = resumes;
  const rows = pages
    .flatMap((page) => page.rows)
    .filter(({ key, id }) => resume === null || compare([key, id], resume) <= 0)
    .sort((a, b) => compare([a.key, a.id], [b.key, b.id]))
    .slice(0, limit);
  return { rows, resume: rows.length < limit ? resume : null, isCut: pages.some(({ isCut }) => isCut) };
}

function compareKeys(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return compareCodePoints(String(a), String(b));
}
