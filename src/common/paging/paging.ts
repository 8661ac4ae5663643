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
   * position of the row in its page, from 0. Only a list whose cursor contains the ids of all rows shown so far needs
   * it.
   */
  keyOf: (row: Row, index: number) => CursorKey;
}

/**
 * Returns the rows of a page and the page block, from at most `limit + 1` fetched rows. `isCut` means that the list
 * ends at a fixed bound, although more rows may exist; its last page is then marked as truncated. `resume` is the key
 * after which the next page begins if reading stopped before this page was full; null if reading did not stop early.
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
    if (row === undefined) throw new RangeError(`The page has no row ${count}.`);
    return cursorAfter(row, count - 1);
  });
  return { rows, page };
}

/** Whether `shortenPage` can shorten the page: whether `toPage` made the page block. */
export function canShortenPage(page: IntelligencePage): boolean {
  return CURSORS.has(page);
}

/** Returns the page block of a page with only its first `count` rows, at least one. The next page starts after them. */
export function shortenPage(page: IntelligencePage, count: number): IntelligencePage {
  const cursorAfter = CURSORS.get(page);
  if (cursorAfter === undefined) throw new TypeError('The page block was not made by toPage.');
  return { ...page, returned: count, has_more: true, next_cursor: cursorAfter(count), truncated: false };
}

/**
 * Returns the key after which the requested page begins; null for the first page. Throws `invalid-cursor` if the cursor
 * is malformed, has expired or belongs to another request.
 */
export function findPageStart(
  pagination: { cursor?: string | null } | undefined,
  codec: CursorCodec,
  binding: CursorBinding,
): (string | number | null)[] | null {
  const cursor = pagination?.cursor;
  return cursor === undefined || cursor === null ? null : codec.decode(binding, cursor);
}
