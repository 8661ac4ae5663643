/**
 * SQL condition: the `uuid[]` parameter (such as `$1`) contains the library of the row `alias`, or is null, which means
 * all libraries. Alias and parameter are constants in the code, so no text of a request gets into the statement.
 */
export function visible(alias: string, parameter: string): string {
  return `(${parameter}::uuid[] IS NULL OR ${alias}.library_id = ANY(${parameter}::uuid[]))`;
}
