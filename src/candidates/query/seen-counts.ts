/** What a caller may know, and must know by now, of the lexicon's counts. */
import { FIELD_PREFIX } from '../../search/index/lexemes';
import { isOneEditApart } from '../../search/text/spelling-deletes';
import { countedLexemes, type SearchQuery, spelledLexemes } from './search-query';
import { KNOWN_FROM_OVERVIEWS, type LexiconCounts } from './term-weights';

/** A lexeme of more documents than this is taken to stand in some of every library. */
const DOUBTFUL_MAX_DOCUMENTS = 1_000;
/** Corrections that are looked at for a caller who does not see all libraries. */
const DOUBTFUL_SIMILAR_MAX = 200;

/** The lexemes that may be counted for documents alone which a caller does not see: the rare ones, and all corrections. */
export function doubtfulLexemes(query: SearchQuery, { documents, similar }: LexiconCounts): string[] {
  const asked = countedLexemes(query).filter((lexeme) => {
    const count = documents.get(lexeme) ?? 0;
    return count > 0 && count <= DOUBTFUL_MAX_DOCUMENTS;
  });
  return [...asked, ...likelyCorrections(query, similar)];
}

/** A lexeme that tells whether a word is known, and the documents that it takes. */
export interface Witness {
  readonly lexeme: string;
  readonly documents: number;
}

/**
 * What may make words known although the lexicon does not know them: spellings without a count, of words that resemble
 * others. `isConfined` is for a caller who does not see all libraries, and so may not know what rare lexemes say.
 */
export function uncountedWitnesses(query: SearchQuery, counts: LexiconCounts, isConfined: boolean): Witness[] {
  const { documents, similar } = counts;
  const surely = isConfined ? DOUBTFUL_MAX_DOCUMENTS : 0;
  const countOf = (lexeme: string): number => documents.get(lexeme) ?? 0;
  return query.words.flatMap((word) => {
    const spellings = spelledLexemes(word);
    if (word.stop || spellings.some((lexeme) => countOf(lexeme) > surely)) return [];
    if (!similar.some(({ lexeme }) => isOneEditApart(lexeme.slice(1), word.folded))) return [];
    const witnesses = spellings
      .filter((lexeme) => countOf(lexeme) === 0)
      .map((lexeme): Witness => ({ lexeme, documents: 1 }));
    const inOverviews = FIELD_PREFIX.overview + word.lexeme;
    if (query.fields.has('overview') && countOf(inOverviews) <= KNOWN_FROM_OVERVIEWS) {
      witnesses.push({ lexeme: inOverviews, documents: KNOWN_FROM_OVERVIEWS + 1 });
    }
    return witnesses;
  });
}

/** The counts with lexemes that are in documents by now: at least in as many as their witness takes. */
export function withWitnesses(counts: LexiconCounts, query: SearchQuery, witnesses: readonly Witness[]): LexiconCounts {
  const documents = new Map(counts.documents);
  const raise = (lexeme: string, least: number): void => {
    documents.set(lexeme, Math.max(documents.get(lexeme) ?? 0, least));
  };
  for (const { lexeme, documents: least } of witnesses) {
    raise(lexeme, least);
    // What is indexed as it is written is indexed by its stem, too.
    for (const word of query.words) {
      if (spelledLexemes(word).includes(lexeme)) raise(lexeme.charAt(0) + word.lexeme, least);
    }
  }
  return { ...counts, documents };
}

/** The counts without some lexemes, and without the corrections that `doubtfulLexemes` had no room for. */
export function withoutLexemes(counts: LexiconCounts, query: SearchQuery, unseen: ReadonlySet<string>): LexiconCounts {
  const likely = new Set(likelyCorrections(query, counts.similar));
  return {
    total: counts.total,
    documents: new Map([...counts.documents].filter(([lexeme]) => !unseen.has(lexeme))),
    similar: counts.similar.filter(({ lexeme }) => likely.has(lexeme) && !unseen.has(lexeme)),
  };
}

function likelyCorrections({ words }: SearchQuery, similar: LexiconCounts['similar']): string[] {
  return similar
    .map(({ lexeme }) => lexeme)
    .filter((lexeme) => words.some(({ folded }) => isOneEditApart(lexeme.slice(1), folded)))
    .slice(0, DOUBTFUL_SIMILAR_MAX);
}
