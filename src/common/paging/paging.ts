/** The page block of list responses, made from one row more than the page holds. */
import type { CursorBinding, CursorCodec, CursorKey } from './cursor';

/** What a list response says about its page. */
export interface Page {
  /** The page size really applied, in rows. */
  limit: number;
  /** Rows in this page. */
  returned: number;
  has_more: boolean;
  /** Null exactly when `has_more` is false. */
  next_cursor: string | null;
  /** No next page, although more rows may match: the list ended at a bound. */
  truncated: boolean;
}

/** How a list turns its rows into cursors. */
export interface PageCursor<Row> {
  codec: CursorCodec;
  binding: CursorBinding;
  /** The sort key of a row, unique tie-break last; the same columns as the ORDER BY. */
  keyOf: (row: Row) => CursorKey;
}

/**
 * The first `limit` of at most `limit + 1` fetched rows, and their page block. `isCut` says that the list itself lacks
 * rows behind its last one.
 */
export function toPage<Row>(
  fetched: readonly Row[],
  limit: number,
  cursor: PageCursor<Row>,
  isCut = false,
): { rows: Row[]; page: Page } {
  const rows = fetched.slice(0, limit);
  const last = fetched.length > limit ? rows.at(-1) : undefined;
  const next = last === undefined ? null : cursor.codec.encode(cursor.binding, cursor.keyOf(last));
  const truncated = next === null && isCut;
  return { rows, page: { limit, returned: rows.length, has_more: next !== null, next_cursor: next, truncated } };
}

/** The key after which a page starts, or null for the first page. Throws `invalid-cursor`. */
export function findPageStart(
  pagination: { cursor?: string | null } | undefined,
  codec: CursorCodec,
  binding: CursorBinding,
): (string | number | null)[] | null {
  const cursor = pagination?.cursor;
  return cursor === undefined || cursor === null ? null : codec.decode(binding, cursor);
}
