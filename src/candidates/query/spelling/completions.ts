/** Finds out which beginnings of words a search completes. */
import { FIELD_PREFIX } from '../../../search/index/lexemes';
import { incompleteWord, unstemmedLexemes } from '../query-lexemes';
import type { SearchQuery } from '../search-query';
import type { LexiconCounts } from '../weights/lexicon-counts';

/**
 * Returns the lexemes of the incomplete word in the searched titles and names. Returns none if a title or a name has
 * the word, because it is then probably complete.
 */
export function lexemesToComplete(query: SearchQuery, { documents }: LexiconCounts): string[] {
  const word = incompleteWord(query);
  if (word === null || unstemmedLexemes(word).some((lexeme) => (documents.get(lexeme) ?? 0) > 0)) return [];
  const prefixes = [...query.fields].map((field): string => FIELD_PREFIX[field]);
  return unstemmedLexemes(word).filter((lexeme) => prefixes.includes(lexeme.charAt(0)));
}
