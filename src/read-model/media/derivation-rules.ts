/**
 * The version of the rules that derive rows from their sources. It is the prefix of the hash of a derived row:
 * `2.3f0c…` is the hash of a row of version 2. The hash of a row of version 1 has no prefix. The version has no column
 * of its own: a server of an earlier release would not write that column, so that its rows would keep a wrong version.
 *
 * Raise the number once in a release that derives different rows from the same sources. `derivation-rules.spec.ts`
 * fails if the number must be raised. Servers derive rows of earlier versions again in the background.
 */
export const DERIVATION_RULES: number = 4;

/** Returns the hash of a row: the version of the rules, unless it is 1, and the digest of the columns. */
export function prependRulesVersion(digest: string, rules = DERIVATION_RULES): string {
  return rules === 1 ? digest : `${rules}.${digest}`;
}

/** Returns the version of the rules that derived the row with this hash. */
export function rulesVersionOf(derivedHash: string): number {
  const end = derivedHash.indexOf('.');
  return end === -1 ? 1 : Number(derivedHash.slice(0, end));
}

/** Returns an SQL expression for the same version. `column` is the SQL name of a column of hashes. */
export function rulesVersionSql(column: string): string {
  return `CASE WHEN strpos(${column}, '.') = 0 THEN 1 ELSE split_part(${column}, '.', 1)::integer END`;
}
