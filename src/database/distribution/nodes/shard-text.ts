/**
 * A table or view of a read, with its alias if the statement gives it one. Key words are upper case, so that the next
 * key word is never taken for an alias.
 */
const USE = /\b(FROM|JOIN)(\s+)([a-z_]+)\b(?!\s*[.(])(\s+(?:AS\s+)?[a-z_]\w*)?/g;

/**
 * Returns the text of a read with other names for its tables and views. A read names each table after FROM or JOIN,
 * never after a comma: a test of the architecture checks the statements of the code.
 */
export function withTables(text: string, names: ReadonlyMap<string, string>): string {
  return text.replaceAll(USE, (use, keyword: string, space: string, table: string, alias: string | undefined) => {
    const name = names.get(table);
    return name === undefined ? use : `${keyword}${space}${name}${alias ?? ` AS ${table}`}`;
  });
}
