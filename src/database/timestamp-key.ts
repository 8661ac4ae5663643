/**
 * SQL expression: a `timestamptz` as the text of a cursor key, with microseconds. All texts have the same length, so the
 * time does not change the number of characters that a cursor takes of the response budget.
 */
export function timestampKey(column: string): string {
  return `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US"+00"')`;
}
