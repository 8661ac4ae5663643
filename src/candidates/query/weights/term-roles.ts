import { numeralSpellings } from '../../../search/text/numerals';
import { stemWord } from '../../../search/text/stem';
import { asksForCountry } from '../demand-lexemes';
import type { QueryWord, SearchQuery } from '../search-query';
import { NUMERAL_FACTOR, PART_FACTOR, type TermRole, type WeightedWord } from './weighted-word';

/**
 * Returns the factor of an acronym. It is lower for a word that is not in capitals: the word may be misspelled.
 */
export function acronymFactor({ isInCapitals }: Pick<QueryWord, 'isInCapitals'>): number {
  return isInCapitals ? 0.9 : 0.85;
}

/** Returns the roles of all lexemes that match a word of the query, without those of `numeralRolesOf`. */
export function termRolesOf(query: SearchQuery, words: readonly WeightedWord[]): Map<string, readonly TermRole[]> {
  const roles = new Map<string, TermRole[]>();
  const add = (lexeme: string, role: TermRole): void => addRole(roles, lexeme, role);
  for (const [wordIndex, { word, corrections, stemFactor, acronym }] of words.entries()) {
    // Only genres and years match this word.
    if (word.isDemandOnly) continue;
    add(word.lexeme, { wordIndex, factor: stemFactor });
    for (const lexeme of word.otherLexemes) add(lexeme, { wordIndex, factor: PART_FACTOR });
    if (acronym !== null) add(acronym, { wordIndex, factor: acronymFactor(word) });
    for (const { lexeme, factor } of corrections) add(lexeme, { wordIndex, factor });
  }
  for (const { lexeme, wordIndexes } of query.joinedWords) {
    for (const wordIndex of wordIndexes) add(lexeme, { wordIndex, factor: PART_FACTOR });
  }
  return roles;
}

/**
 * Returns the roles of the other spellings of numbers. They match only titles: in other texts, "two" seldom means the
 * "2" of the query.
 */
export function numeralRolesOf(words: readonly WeightedWord[]): Map<string, readonly TermRole[]> {
  const roles = new Map<string, TermRole[]>();
  for (const [wordIndex, { word }] of words.entries()) {
    if (word.isDemandOnly || word.numeral === null) continue;
    for (const lexeme of new Set(numeralSpellings(word.numeral).map(stemWord)))
      if (lexeme !== word.lexeme) addRole(roles, lexeme, { wordIndex, factor: NUMERAL_FACTOR });
  }
  return roles;
}

function addRole(roles: Map<string, TermRole[]>, lexeme: string, role: TermRole): void {
  const lexemeRoles = roles.get(lexeme);
  if (lexemeRoles === undefined) roles.set(lexeme, [role]);
  else lexemeRoles.push(role);
}

/**
 * Returns the roles of lexemes in titles: all roles except those of words that ask for a country. If these words
 * counted in titles, "French Kiss" would come before the shows from France for "french shows".
 */
export function rolesInTitles(
  roles: ReadonlyMap<string, readonly TermRole[]>,
  words: readonly WeightedWord[],
): ReadonlyMap<string, readonly TermRole[]> {
  const indexes = new Set(words.flatMap(({ word }, index) => (asksForCountry(word) ? [index] : [])));
  if (indexes.size === 0) return roles;
  return new Map([...roles].map(([lexeme, each]) => [lexeme, each.filter(({ wordIndex }) => !indexes.has(wordIndex))]));
}
