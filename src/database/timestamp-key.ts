/**
 * SQL expression: a `timestamptz` as the text of a key in a cursor, exact to the microsecond. All such texts have the same
 * length, so a cursor takes the same part of the budget of an answer whatever moment it names.
 */
export function timestampKey(column: string): string {
  return `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US"+00"')`;
}
