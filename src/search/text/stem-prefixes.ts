/**
 * Returns the prefix that every word with this lexeme starts with. A word without the prefix has another stem, so it
 * need not be stemmed. The stemmer removes a suffix and changes at most the last letter that remains, into `e`
 * ("hoping"), `i` ("happy") or `l` ("possibility").
 */
export function stemPrefixOf(lexeme: string): string {
  return lexeme.length > 1 && /[eil]$/.test(lexeme) ? lexeme.slice(0, -1) : lexeme;
}

/** Returns the prefixes of several lexemes, without duplicates. */
export function stemPrefixesOf(lexemes: readonly string[]): string[] {
  return [...new Set(lexemes.map(stemPrefixOf))];
}
