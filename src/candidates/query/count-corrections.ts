/**
 * Corrections of the lexicon's counts. They cover all libraries and are as old as the last count: lexemes that only hidden
 * libraries have must not count, and words that came since must not be taken for misspellings.
 */
import { FIELD_PREFIX } from '../../search/index/lexemes';
import { isOneEditApart } from '../../search/text/spelling-deletes';
import { countedLexemes, type SearchQuery, spelledLexemes } from './search-query';
import { KNOWN_FROM_OVERVIEWS, type LexiconCounts } from './term-weights';

/** A lexeme of more documents than this is assumed to be in every library. */
const CHECKED_MAX_DOCUMENTS = 1_000;
/** Corrections that are checked for a caller who does not see all libraries. */
const CHECKED_CORRECTIONS_MAX = 200;

/** The lexemes that perhaps only hidden documents have: the rare ones, and all corrections. */
export function possiblyHidden(query: SearchQuery, { documents, similar }: LexiconCounts): string[] {
  const asked = countedLexemes(query).filter((lexeme) => {
    const count = documents.get(lexeme) ?? 0;
    return count > 0 && count <= CHECKED_MAX_DOCUMENTS;
  });
  return [...asked, ...likelyCorrections(query, similar)];
}

/** A lexeme that makes a word known if it has at least so many documents. */
export interface UncountedLexeme {
  readonly lexeme: string;
  readonly documents: number;
}

/**
 * The lexemes that documents may have although the lexicon has no count of them, for words that resemble other words.
 * For a caller who `isConfined` to some libraries, rare lexemes are checked too, as hidden documents may have them.
 */
export function possiblyUncounted(query: SearchQuery, counts: LexiconCounts, isConfined: boolean): UncountedLexeme[] {
  const { documents, similar } = counts;
  const certain = isConfined ? CHECKED_MAX_DOCUMENTS : 0;
  const countOf = (lexeme: string): number => documents.get(lexeme) ?? 0;
  return query.words.flatMap((word) => {
    const spellings = spelledLexemes(word);
    if (word.stop || spellings.some((lexeme) => countOf(lexeme) > certain)) return [];
    if (!similar.some(({ lexeme }) => isOneEditApart(lexeme.slice(1), word.folded))) return [];
    const uncounted = spellings
      .filter((lexeme) => countOf(lexeme) === 0)
      .map((lexeme): UncountedLexeme => ({ lexeme, documents: 1 }));
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

/** The counts without hidden lexemes, and without the corrections that `possiblyHidden` did not check. */
export function withoutHidden(counts: LexiconCounts, query: SearchQuery, hidden: ReadonlySet<string>): LexiconCounts {
  const likely = new Set(likelyCorrections(query, counts.similar));
  return {
    total: counts.total,
    documents: new Map([...counts.documents].filter(([lexeme]) => !hidden.has(lexeme))),
    similar: counts.similar.filter(({ lexeme }) => likely.has(lexeme) && !hidden.has(lexeme)),
  };
}

function likelyCorrections({ words }: SearchQuery, similar: LexiconCounts['similar']): string[] {
  return similar
    .map(({ lexeme }) => lexeme)
    .filter((lexeme) => words.some(({ folded }) => isOneEditApart(lexeme.slice(1), folded)))
    .slice(0, CHECKED_CORRECTIONS_MAX);
}
