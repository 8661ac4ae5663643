/**
 * The two predicates of every read of read-model rows: whether a row may be served at all, and whether this caller
 * may see it. Both are SQL fragments over an alias that the caller writes literally, so nothing of a request gets in.
 */

/** True for rows that are derived from the catalog's present state and stand for something that is there. */
export function servable(alias: string): string {
  return `${alias}.status = 'ready' AND ${alias}.available`;
}

/** True for rows of libraries in the `uuid[]` parameter (such as `$1`), where null means all libraries. */
export function visible(alias: string, parameter: string): string {
  return `(${parameter}::uuid[] IS NULL OR ${alias}.library_id = ANY(${parameter}::uuid[]))`;
}
