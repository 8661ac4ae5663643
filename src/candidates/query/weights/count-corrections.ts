/** Raises outdated counts of the lexicon, so that a search does not treat a new word of the catalog as misspelled. */
import { FIELD_PREFIX } from '../../../search/index/lexemes';
import { isOneEditApart } from '../../../search/spelling/spelling-deletes';
import { unstemmedLexemes } from '../query-lexemes';
import type { SearchQuery } from '../search-query';
import { KNOWN_FROM_OVERVIEWS } from './term-weights';
import type { LexiconCounts } from './lexicon-counts';

/** A lexeme whose count may be too low. If at least `minDocuments` documents have it, its word is not misspelled. */
export interface UncountedLexeme {
  readonly lexeme: string;
  readonly minDocuments: number;
}

/**
 * Returns the lexemes that the search must look up in the documents before it corrects words of the query. `counts` may
 * lack new documents, so a word with the count 0 may still be in the catalog. Returns the lexemes of such a word if the
 * lexicon has a word that is one edit apart, or if `farCorrectedWords` contains the word of the query.
 */
export function possiblyUncounted(
  query: SearchQuery,
  counts: LexiconCounts,
  farCorrectedWords: readonly string[],
): UncountedLexeme[] {
  const { documents, nearSpellings } = counts;
  const countOf = (lexeme: string): number => documents.get(lexeme) ?? 0;
  return query.words.flatMap((word) => {
    const spellings = unstemmedLexemes(word);
    if (word.isStopWord || spellings.some((lexeme) => countOf(lexeme) > 0)) return [];
    const hasWordOneEditApart = nearSpellings.some(({ lexeme }) => isOneEditApart(lexeme.slice(1), word.folded));
    if (!hasWordOneEditApart && !farCorrectedWords.includes(word.folded)) return [];
    const uncounted = spellings.map((lexeme): UncountedLexeme => ({ lexeme, minDocuments: 1 }));
    // As in `isKnown`, a word is also correct if enough overviews have its stem.
    const overviewLexeme = FIELD_PREFIX.overview + word.lexeme;
    if (query.fields.has('overview') && countOf(overviewLexeme) <= KNOWN_FROM_OVERVIEWS) {
      uncounted.push({ lexeme: overviewLexeme, minDocuments: KNOWN_FROM_OVERVIEWS + 1 });
    }
    return uncounted;
  });
}

/** Returns the counts, raised for `presentLexemes`: the results of `possiblyUncounted` that enough documents have. */
export function withUncounted(
  counts: LexiconCounts,
  query: SearchQuery,
  presentLexemes: readonly UncountedLexeme[],
): LexiconCounts {
  const documents = new Map(counts.documents);
  const raise = (lexeme: string, count: number): void => {
    documents.set(lexeme, Math.max(documents.get(lexeme) ?? 0, count));
  };
  for (const { lexeme, minDocuments } of presentLexemes) {
    raise(lexeme, minDocuments);
    // A document that has the word also has its stem, and the weight of the word depends on the count of the stem.
    for (const word of query.words) {
      if (unstemmedLexemes(word).includes(lexeme)) raise(lexeme.charAt(0) + word.lexeme, minDocuments);
    }
  }
  return { ...counts, documents };
}
