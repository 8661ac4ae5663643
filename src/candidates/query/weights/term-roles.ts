import type { QueryWord, SearchQuery } from '../search-query';
import type { WeightedWord, TermRole } from './weighted-word';

/** Factor of a part of a compound for the compound, and the reverse. */
export const PART_FACTOR = 0.9;

/**
 * Returns the factor of an acronym. It is lower if the word is not in capitals, because it may be a misspelled word.
 */
export function acronymFactor({ isInCapitals }: Pick<QueryWord, 'isInCapitals'>): number {
  return isInCapitals ? 0.9 : 0.6;
}

/** Returns the roles of all lexemes that match a word of the query. */
export function termRolesOf(query: SearchQuery, words: readonly WeightedWord[]): Map<string, readonly TermRole[]> {
  const roles = new Map<string, TermRole[]>();
  const add = (lexeme: string, role: TermRole): void => {
    const known = roles.get(lexeme);
    if (known === undefined) roles.set(lexeme, [role]);
    else known.push(role);
  };
  for (const [index, { word, corrections, stemFactor: own, acronym }] of words.entries()) {
    // Genres and the year meet this word's demand, and not words of texts.
    if (word.isDemandOnly) continue;
    add(word.lexeme, { word: index, factor: own });
    for (const lexeme of word.otherLexemes) add(lexeme, { word: index, factor: PART_FACTOR });
    if (acronym !== null) add(acronym, { word: index, factor: acronymFactor(word) });
    for (const { lexeme, factor } of corrections) add(lexeme, { word: index, factor });
  }
  for (const { lexeme, wordIndexes: joined } of query.joinedWords) {
    for (const word of joined) add(lexeme, { word, factor: PART_FACTOR });
  }
  return roles;
}
