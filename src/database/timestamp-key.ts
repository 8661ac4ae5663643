/**
 * SQL expression: a `timestamptz` as the text of a cursor key, with microseconds. All texts have the same length. A
 * response budget counts the characters of a cursor, so that number must not depend on the zeros at the end of a time.
 */
export function timestampKey(column: string): string {
  return `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US"+00"')`;
}
