/**
 * SQL condition of a check constraint: the column has one of the values. The values must not contain single quotes.
 */
export function oneOf(column: string, values: readonly string[]): string {
  return `${column} IN (${values.map((value) => `'${value}'`).join(', ')})`;
}
