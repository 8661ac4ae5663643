import type { SearchQuery } from './search-query';
import type { WeightedWord } from './term-weights';

/** What a lexeme of a document means for the query. */
export interface Role {
  /** Index of the word of the query. */
  readonly word: number;
  /** 0 to 1: what the lexeme counts for in place of the word. */
  readonly factor: number;
}

/** A part of a compound, or a compound for its part. */
export const PART_FACTOR = 0.9;

/** The lexemes that a query is found by, and what each means for it. */
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
