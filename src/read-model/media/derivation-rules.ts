/**
 * The version of the rules by which rows are derived from their sources. Each derived row carries the version of its rules
 * at the beginning of its hash, because servers of every release write that column: `2.3f0c…` is a row of version 2. Rows of
 * version 1 have a hash without a version.
 *
 * Raise the number once in a release that derives other rows from the same sources; a test says when. Servers derive rows
 * of older rules again in the background.
 */
export const DERIVATION_RULES: number = 1;

/** The hash of a row with the version of the rules that derived it. */
export function withRules(digest: string, rules = DERIVATION_RULES): string {
  return rules === 1 ? digest : `${rules}.${digest}`;
}

/** The version of the rules that derived the row with this hash. */
export function rulesOf(derivedHash: string): number {
  const end = derivedHash.indexOf('.');
  return end === -1 ? 1 : Number(derivedHash.slice(0, end));
}

/** SQL for `rulesOf` of the column that the expression names. */
export function rulesSql(column: string): string {
  return `CASE WHEN strpos(${column}, '.') = 0 THEN 1 ELSE split_part(${column}, '.', 1)::integer END`;
}
