/** The condition of a check constraint: the column has one of the values, which have no quotation marks. */
export function oneOf(column: string, values: readonly string[]): string {
  return `${column} IN (${values.map((value) => `'${value}'`).join(', ')})`;
}
