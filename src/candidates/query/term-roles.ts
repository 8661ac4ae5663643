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

/** The factor of the initials of a title: a word that is not in capitals is a misspelled word as often. */
export function acronymFactor({ capitals }: { readonly capitals: boolean }): number {
  return capitals ? 0.9 : 0.6;
}

/** The roles of all lexemes that match a word of the query. */
export function rolesOf(query: SearchQuery, words: readonly WeightedWord[]): Map<string, readonly Role[]> {
  const roles = new Map<string, Role[]>();
  const add = (lexeme: string, role: Role): void => {
    const known = roles.get(lexeme);
    if (known === undefined) roles.set(lexeme, [role]);
    else known.push(role);
  };
  for (const [index, { word, corrections, factor: own, acronym }] of words.entries()) {
    // A demand is met by the genres or the year of a document, not by its texts.
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
