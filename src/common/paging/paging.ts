/** Builds pages of lists. The query of a list fetches one row more than the page size. */
import type { IntelligencePage } from '../dto/page.dto';
import type { CursorBinding, CursorCodec, CursorKey } from './cursor';

/** For each page block (the `page` of an answer), a function that returns the cursor after its first `count` rows. */
const CURSORS = new WeakMap<object, (count: number) => string>();

/** How a list makes cursors from its rows. */
export interface PageCursor<Row> {
  codec: CursorCodec;
  binding: CursorBinding;
  /**
   * Returns the key of the cursor after a row: usually the values of the columns in the ORDER BY. `index` is the
   * position of the row in its page, for lists whose cursor contains all rows up to this row.
   */
  keyOf: (row: Row, index: number) => CursorKey;
}

/**
 * Returns the rows of a page and the page block, from at most `limit + 1` fetched rows. `isCut` means that the list
 * ended at a fixed bound. `resume` is the key at which reading stopped before the page was full; null if reading did
 * not stop early.
 */
export function toPage<Row>(
  fetched: readonly Row[],
  limit: number,
  cursor: PageCursor<Row>,
  isCut = false,
  resume: CursorKey | null = null,
): { rows: Row[]; page: IntelligencePage } {
  const rows = fetched.slice(0, limit);
  const cursorAfter = (row: Row, index: number): string =>
    cursor.codec.encode(cursor.binding, cursor.keyOf(row, index));
  const last = fetched.length > limit ? rows.at(-1) : undefined;
  const resumeCursor = resume === null ? null : cursor.codec.encode(cursor.binding, resume);
  const nextCursor = last === undefined ? resumeCursor : cursorAfter(last, rows.length - 1);
  const truncated = nextCursor === null && isCut;
  const page = { limit, returned: rows.length, has_more: nextCursor !== null, next_cursor: nextCursor, truncated };
  CURSORS.set(page, (count) => {
    const row = rows[count - 1];
    if (row === undefined) throw new RangeError('The page has no such row.');
    return cursorAfter(row, count - 1);
  });
  return { rows, page };
}

/** Whether `toPage` made the page block, so that `shortenPage` can shorten it. */
export function canShortenPage(page: IntelligencePage): boolean {
  return CURSORS.has(page);
}

/** Returns the page block of a page with only its first `count` rows, at least one. The next page starts after them. */
export function shortenPage(page: IntelligencePage, count: number): IntelligencePage {
  const cursorAfter = CURSORS.get(page);
  if (cursorAfter === undefined) throw new TypeError('The page block was not made by toPage.');
  return { ...page, returned: count, has_more: true, next_cursor: cursorAfter(count), truncated: false };
}

/** Returns the key after which the requested page begins; null for the first page. Throws `invalid-cursor`. */
export function findPageStart(
  pagination: { cursor?: string | null } | undefined,
  codec: CursorCodec,
  binding: CursorBinding,
): (string | number | null)[] | null {
  const cursor = pagination?.cursor;
  return cursor === undefined || cursor === null ? null : codec.decode(binding, cursor);
}
