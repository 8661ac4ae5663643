/** Finds words of the catalog that a word of a query may mean: similar words, and words that begin with it. */
import { FIELD_PREFIX } from '../../../search/index/lexemes';
import { KEYED_MAX_CHARS, KEYED_MIN_CHARS } from '../../../search/spelling/spelling-keys';
import { WordSimilarity } from './word-similarity';
import { incompleteWord, isCorrectable, unstemmedLexemes } from '../query-lexemes';
import type { QueryWord, SearchQuery } from '../search-query';
import { isKnown } from '../weights/term-weights';
import type { LexiconCounts } from '../weights/lexicon-counts';

/** Maximum number of unknown words that are looked up. */
const WORDS_MAX = 4;
/** Maximum number of similar words for an unknown word. */
const SIMILAR_MAX = 24;

/** Maximum number of words of a query whose last word is completed even if a title or a name contains it. */
const NAME_WORDS_MAX = 3;

/** Returns the unknown words of a short query that have spelling keys: at most `WORDS_MAX`, the longest first. */
export function unknownWords(query: SearchQuery, counts: LexiconCounts): string[] {
  return unknownKeyedWords(query, counts)
    .sort((a, b) => b.length - a.length)
    .slice(0, WORDS_MAX);
}

/** Returns the folded words of a query that may be corrected even if no word of the catalog is one edit apart. */
export function farCorrectedWords(query: SearchQuery, counts: LexiconCounts): string[] {
  const incomplete = lexemesToComplete(query, counts).length === 0 ? null : incompleteWord(query);
  return [...unknownKeyedWords(query, counts), ...(incomplete === null ? [] : [incomplete.folded])];
}

/** Returns the folded words of a short query that may be misspelled, are not known, and have spelling keys. */
function unknownKeyedWords(query: SearchQuery, counts: LexiconCounts): string[] {
  if (!query.isShort) return [];
  return query.words
    .filter((word) => isCorrectable(word) && word.numeral === null && !isKnown(word, counts))
    .map(({ folded }) => folded)
    .filter(({ length }) => length >= KEYED_MIN_CHARS && length <= KEYED_MAX_CHARS);
}

/**
 * Returns the lexemes, in titles and in names of people, of those `words` that are similar to one of `typedWords`.
 * `hasContext` tells whether the catalog has another word of the query.
 */
export function similarLexemes(typedWords: readonly string[], words: readonly string[], hasContext: boolean): string[] {
  const similar = typedWords.flatMap((typedWord) => {
    const similarity = new WordSimilarity(typedWord, hasContext);
    return words
      .map((word) => ({ word, score: similarity.scoreOf(word) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score || (a.word < b.word ? -1 : 1))
      .slice(0, SIMILAR_MAX);
  });
  return [...new Set(similar.flatMap(({ word }) => [FIELD_PREFIX.title + word, FIELD_PREFIX.people + word]))];
}

/**
 * Returns the lexemes of the last word of the query if it may be incomplete: one for titles and one for names, if they
 * are searched. Longer lexemes that begin with these complete the word. Returns none if a title or a name has the word.
 */
export function lexemesToComplete(query: SearchQuery, { documents }: LexiconCounts): string[] {
  const word = incompleteWord(query);
  if (word === null || unstemmedLexemes(word).some((lexeme) => (documents.get(lexeme) ?? 0) > 0)) return [];
  return beginningsOf(query, word);
}

/**
 * Like `lexemesToComplete`, but also returns the lexemes of the last word if a title or a name contains this word:
 * "jane russ" may be the beginning of a name although other people are called "Russ". Returns none unless the query has
 * two or three words that may all belong to a name.
 */
export function lexemesOfNameToComplete(query: SearchQuery): string[] {
  const { words } = query;
  const word = incompleteWord(query);
  const mayBeName = words.every((each) => isCorrectable(each) && each.demands.length === 0);
  if (word === null || !mayBeName || words.length < 2 || words.length > NAME_WORDS_MAX) return [];
  return beginningsOf(query, word);
}

function beginningsOf(query: SearchQuery, word: QueryWord): string[] {
  const fieldPrefixes = [...query.fields].map((field): string => FIELD_PREFIX[field]);
  return unstemmedLexemes(word).filter((lexeme) => fieldPrefixes.includes(lexeme.charAt(0)));
}
