import { sharedSpellingOf } from './british-spelling';

/**
 * Returns the prefix that every word with this lexeme starts with. A word without the prefix has another stem, so it
 * need not be stemmed. A stem is a beginning of its word, but its last letter can differ: `e` ("hoping", "hope"), `i`
 * ("happy", "happi") or `l` ("possibility", "possibl"). For a word that also has a British spelling, the prefix is the
 * beginning that both spellings share.
 */
export function stemPrefixOf(lexeme: string): string {
  const shared = sharedSpellingOf(lexeme);
  if (shared !== null) return shared;
  return lexeme.length > 1 && /[eil]$/.test(lexeme) ? lexeme.slice(0, -1) : lexeme;
}

/** Returns the prefixes of several lexemes, without duplicates. */
export function stemPrefixesOf(lexemes: readonly string[]): string[] {
  return [...new Set(lexemes.map(stemPrefixOf))];
}
