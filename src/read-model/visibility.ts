/**
 * An SQL condition: true for rows of libraries in the `uuid[]` parameter (such as `$1`), where null means all
 * libraries. Alias and parameter are constants in the code, so no text of a request gets into the statement.
 */
export function visible(alias: string, parameter: string): string {
  return `(${parameter}::uuid[] IS NULL OR ${alias}.library_id = ANY(${parameter}::uuid[]))`;
}
