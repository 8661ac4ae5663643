/**
 * Corrections of the lexicon's counts, which are as old as the last count: words that came since must not be taken for
 * misspellings.
 */
import { FIELD_PREFIX } from '../../search/index/lexemes';
import { isOneEditApart } from '../../search/text/spelling-deletes';
import { spelledLexemes } from './query-lexemes';
import type { SearchQuery } from './search-query';
import { KNOWN_FROM_OVERVIEWS, type LexiconCounts } from './term-weights';

/** A lexeme that makes a word known if it has at least so many documents. */
export interface UncountedLexeme {
  readonly lexeme: string;
  readonly documents: number;
}

/** The lexemes that documents may have although the lexicon has no count of them, for words that resemble other words. */
export function possiblyUncounted(query: SearchQuery, counts: LexiconCounts): UncountedLexeme[] {
  const { documents, similar } = counts;
  const countOf = (lexeme: string): number => documents.get(lexeme) ?? 0;
  return query.words.flatMap((word) => {
    const spellings = spelledLexemes(word);
    if (word.isStopWord || spellings.some((lexeme) => countOf(lexeme) > 0)) return [];
    if (!similar.some(({ lexeme }) => isOneEditApart(lexeme.slice(1), word.folded))) return [];
    const uncounted = spellings.map((lexeme): UncountedLexeme => ({ lexeme, documents: 1 }));
    const inOverviews = FIELD_PREFIX.overview + word.lexeme;
    if (query.fields.has('overview') && countOf(inOverviews) <= KNOWN_FROM_OVERVIEWS) {
      uncounted.push({ lexeme: inOverviews, documents: KNOWN_FROM_OVERVIEWS + 1 });
    }
    return uncounted;
  });
}

/** The counts, raised to at least the documents of lexemes that were found uncounted. */
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
    // A word that is indexed as written is indexed by its stem too.
    for (const word of query.words) {
      if (spelledLexemes(word).includes(lexeme)) raise(lexeme.charAt(0) + word.lexeme, least);
    }
  }
  return { ...counts, documents };
}
