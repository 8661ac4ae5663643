import type { SearchQuery } from '../search-query';
import type { WeightedWord, Role } from './weighted-word';

/** Factor of a part of a compound for the compound, and the reverse. */
export const PART_FACTOR = 0.9;

/**
 * Returns the factor of an acronym. It is lower if the word is not in capitals, because it may be a misspelled word.
 */
export function acronymFactor({ capitals }: { readonly capitals: boolean }): number {
  return capitals ? 0.9 : 0.6;
}

/** Returns the roles of all lexemes that match a word of the query. */
export function rolesOf(query: SearchQuery, words: readonly WeightedWord[]): Map<string, readonly Role[]> {
  const roles = new Map<string, Role[]>();
  const add = (lexeme: string, role: Role): void => {
    const known = roles.get(lexeme);
    if (known === undefined) roles.set(lexeme, [role]);
    else known.push(role);
  };
  for (const [index, { word, corrections, factor: own, acronym }] of words.entries()) {
    // Genres and the year meet this word's demand, and not words of texts.
    if (word.certain) continue;
    add(word.lexeme, { word: index, factor: own });
    for (const lexeme of word.otherLexemes) add(lexeme, { word: index, factor: PART_FACTOR });
    if (acronym !== null) add(acronym, { word: index, factor: acronymFactor(word) });
    for (const { lexeme, factor } of corrections) add(lexeme, { word: index, factor });
  }
  for (const { lexeme, words: joined } of query.joined) {
    for (const word of joined) add(lexeme, { word, factor: PART_FACTOR });
  }
  return roles;
}
