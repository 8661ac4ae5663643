/**
 * What every word with a lexeme begins with: tells, before a word is stemmed, that its stem is another. Stemming cuts
 * words off and changes at most the last letter of what it leaves, into an `e` ("hoping"), an `i` ("happy") or an `l`
 * ("possibility").
 */
export function openingOf(lexeme: string): string {
  return lexeme.length > 1 && /[eil]$/.test(lexeme) ? lexeme.slice(0, -1) : lexeme;
}

/** The openings of several lexemes, each once. */
export function openingsOf(lexemes: readonly string[]): string[] {
  return [...new Set(lexemes.map(openingOf))];
}
