/**
 * Returns an SQL expression that formats a `timestamptz` column for a cursor. The text always has six digits for the
 * fraction of the second, so that all cursors of a list have the same length: a response budget counts their
 * characters.
 */
export function timestampKey(column: string): string {
  return `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US"+00"')`;
}
