/** Finds tables in the source code of statements. */

/** Matches an expression of a template literal in the place of a table. The expression may name any table. */
const INTERPOLATION = String.raw`\$\{[^{}]*\}`;

/**
 * Returns the source of a pattern for uses of tables after one of the key words, such as `FROM|JOIN`. Its groups are
 * the key word, and the table or the expression in its place. It finds no further tables of a list with commas, which
 * `distributed-statements.spec.ts` forbids.
 */
export function tableUse(keyWords: string, tables: readonly string[]): string {
  return String.raw`(?<!\b(?:DO|FOR)\s)\b(${keyWords})\s+(?:ONLY\s+)?((?:${tables.join('|')})\b|${INTERPOLATION})`;
}

/** Returns the tables that a statement names after a comma, as in `FROM libraries l, media_items m`. */
export function tablesAfterCommas(text: string, tables: readonly string[]): string[] {
  if (!/\b(?:FROM|USING)\s/.test(text)) return [];
  const pattern = new RegExp(String.raw`,\s*(?:ONLY\s+|LATERAL\s+)?(${tables.join('|')})\b(?!\.)`, 'g');
  return Array.from(withoutExpressions(text).matchAll(pattern), ([, table = '']) => table);
}

function withoutExpressions(text: string): string {
  const shorter = text.replace(new RegExp(INTERPOLATION, 'g'), '');
  return shorter === text ? text : withoutExpressions(shorter);
}
