import type { SearchQuery } from './search-query';
import type { WeightedWord } from './term-weights';

/** The role of a lexeme of a document: the word of the query that it matches, and how well. */
export interface Role {
  /** Index of the word of the query. */
  readonly word: number;
  /** 0 to 1: how much the lexeme counts, compared with the word itself. */
  readonly factor: number;
}

/** The factor of a part for its compound, or of a compound for its part. */
export const PART_FACTOR = 0.9;

/** The roles of all lexemes that match a word of the query. */
export function rolesOf(query: SearchQuery, words: readonly WeightedWord[]): Map<string, readonly Role[]> {
  const roles = new Map<string, Role[]>();
  const add = (lexeme: string, role: Role): void => {
    const known = roles.get(lexeme);
    if (known === undefined) roles.set(lexeme, [role]);
    else known.push(role);
  };
  for (const [index, { word, corrections, factor: own }] of words.entries()) {
    add(word.lexeme, { word: index, factor: own });
    for (const lexeme of word.also) add(lexeme, { word: index, factor: PART_FACTOR });
    for (const { lexeme, factor } of corrections) add(lexeme, { word: index, factor });
  }
  for (const { lexeme, first } of query.joined) {
    add(lexeme, { word: first, factor: PART_FACTOR });
    add(lexeme, { word: first + 1, factor: PART_FACTOR });
  }
  return roles;
}
