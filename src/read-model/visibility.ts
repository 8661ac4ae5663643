/**
 * SQL condition: the `uuid[]` parameter (such as `$1`) contains the library of the row `alias`, or is null, which means
 * all libraries. Both arguments must be constants of the code, because they become part of the statement.
 */
export function visible(alias: string, parameter: string): string {
  return `(${parameter}::uuid[] IS NULL OR ${alias}.library_id = ANY(${parameter}::uuid[]))`;
}
