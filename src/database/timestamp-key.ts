/**
 * Returns an SQL expression for a `timestamptz` as the text of a cursor key. The text always has six digits for the
 * fraction of the second, so all cursors have the same length: a response budget counts the characters of a cursor.
 */
export function timestampKey(column: string): string {
  return `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US"+00"')`;
}
