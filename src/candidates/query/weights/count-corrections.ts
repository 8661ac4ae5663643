/**
 * Corrects counts of the lexicon, which can be outdated. Otherwise new words of the catalog would be taken for
 * misspellings.
 */
import { FIELD_PREFIX } from '../../../search/index/lexemes';
import { isOneEditApart } from '../../../search/spelling/spelling-deletes';
import { unstemmedLexemes } from '../query-lexemes';
import type { SearchQuery } from '../search-query';
import { KNOWN_FROM_OVERVIEWS } from './term-weights';
import type { LexiconCounts } from './lexicon-counts';

/** A lexeme without a count. If at least `documents` documents have it, its word is known. */
export interface UncountedLexeme {
  readonly lexeme: string;
  readonly documents: number;
}

/** Returns lexemes without a count that new documents may have. Only words that resemble another word are checked. */
export function possiblyUncounted(query: SearchQuery, counts: LexiconCounts): UncountedLexeme[] {
  const { documents, nearSpellings } = counts;
  const countOf = (lexeme: string): number => documents.get(lexeme) ?? 0;
  return query.words.flatMap((word) => {
    const spellings = unstemmedLexemes(word);
    if (word.isStopWord || spellings.some((lexeme) => countOf(lexeme) > 0)) return [];
    if (!nearSpellings.some(({ lexeme }) => isOneEditApart(lexeme.slice(1), word.folded))) return [];
    const uncounted = spellings.map((lexeme): UncountedLexeme => ({ lexeme, documents: 1 }));
    const inOverviews = FIELD_PREFIX.overview + word.lexeme;
    if (query.fields.has('overview') && countOf(inOverviews) <= KNOWN_FROM_OVERVIEWS) {
      uncounted.push({ lexeme: inOverviews, documents: KNOWN_FROM_OVERVIEWS + 1 });
    }
    return uncounted;
  });
}

/** Returns the counts with those of the lexemes that documents have although they were not counted. */
export function withUncounted(
  counts: LexiconCounts,
  query: SearchQuery,
  found: readonly UncountedLexeme[],
): LexiconCounts {
  const documents = new Map(counts.documents);
  const raise = (lexeme: string, least: number): void => {
    documents.set(lexeme, Math.max(documents.get(lexeme) ?? 0, least));
  };
  for (const { lexeme, documents: least } of found) {
    raise(lexeme, least);
    // The index also has the stem of the word.
    for (const word of query.words) {
      if (unstemmedLexemes(word).includes(lexeme)) raise(lexeme.charAt(0) + word.lexeme, least);
    }
  }
  return { ...counts, documents };
}
