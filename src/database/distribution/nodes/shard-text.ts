/**
 * A table or view of a read, with its alias if the statement gives it one. A read has key words in upper case, so
 * the next key word is never taken for an alias.
 */
const USE = /\b(FROM|JOIN)(\s+)([a-z_]+)\b(?!\s*[.(])(\s+(?:AS\s+)?[a-z_]\w*)?/g;

/**
 * Returns the text of a read with other names for its tables and views. A read names each table after FROM or JOIN,
 * never after a comma; `distributed-statements.spec.ts` checks this.
 */
export function withTables(text: string, names: ReadonlyMap<string, string>): string {
  return text.replaceAll(USE, (use, keyword: string, space: string, table: string, alias: string | undefined) => {
    const name = names.get(table);
    return name === undefined ? use : `${keyword}${space}${name}${alias ?? ` AS ${table}`}`;
  });
}
