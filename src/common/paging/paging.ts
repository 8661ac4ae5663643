/** Builds the page block of a list response. The query fetches one row more than the page size. */
import type { CursorBinding, CursorCodec, CursorKey } from './cursor';

/** Page block of a list response. */
export interface Page {
  /** The applied page size, in rows. */
  limit: number;
  /** Number of rows in this page. */
  returned: number;
  has_more: boolean;
  /** Null if and only if `has_more` is false. */
  next_cursor: string | null;
  /** True when there is no next page although more rows may match, because the list ended at a fixed bound. */
  truncated: boolean;
}

/** How a list creates cursors from its rows. */
export interface PageCursor<Row> {
  codec: CursorCodec;
  binding: CursorBinding;
  /** Sort key of a row with the unique tie-breaker last. Must have the same columns as the ORDER BY. */
  keyOf: (row: Row) => CursorKey;
}

/**
 * The page and its page block, from at most `limit + 1` fetched rows. `isCut` means that the list ended at a fixed
 * bound.
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

/** The sort key of the row before the page, or null for the first page. Throws `invalid-cursor`. */
export function findPageStart(
  pagination: { cursor?: string | null } | undefined,
  codec: CursorCodec,
  binding: CursorBinding,
): (string | number | null)[] | null {
  const cursor = pagination?.cursor;
  return cursor === undefined || cursor === null ? null : codec.decode(binding, cursor);
}
