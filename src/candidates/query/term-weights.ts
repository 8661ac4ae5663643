import { FIELD_PREFIX, MARK_PREFIX } from '../../search/index/lexemes';
import { inverseDocumentFrequency } from '../../search/rarity';
import { isOneEditApart } from '../../search/text/spelling-deletes';
import { stemWord } from '../../search/text/stem';
import { type QueryWord, type SearchQuery, spelledLexemes } from './search-query';

/** Document counts of the lexicon. */
export interface LexiconCounts {
  /** Documents in all. */
  readonly total: number;
  readonly documents: ReadonlyMap<string, number>;
  /** Lexemes that share a spelling delete with a word of the query. */
  readonly similar: readonly { readonly lexeme: string; readonly documents: number }[];
}

/** A word of the catalog, one edit apart from a word of the query. */
export interface Correction {
  readonly folded: string;
  readonly lexeme: string;
  /** 0 to 1: how much a document with it counts, compared with the word itself. */
  readonly factor: number;
  /** The lexemes, with prefix, that this spelling is indexed under, and the documents of each. */
  readonly spellings: ReadonlyMap<string, number>;
}

/** A word of the query, weighed by the counts of the catalog. */
export interface WeightedWord {
  readonly word: QueryWord;
  /** Inverse document frequency. */
  readonly weight: number;
  /** Documents with the word in the searched fields: the sum over the fields. */
  readonly documents: number;
  readonly titleDocuments: number;
  /** Whether the catalog has the word in this spelling. */
  readonly known: boolean;
  /** 0 to 1: how much a document with the stem of the word counts. */
  readonly factor: number;
  readonly corrections: readonly Correction[];
}

/** A word in more overviews than this is known, even if no title or name has it. */
export const KNOWN_FROM_OVERVIEWS = 3;
const UNKNOWN_FACTOR = 0.85;
/** The catalog has another form of the word only: the word may as well be a misspelling of a third one. */
const UNKNOWN_FORM_FACTOR = 0.9;
const KNOWN_FACTOR = 0.35;
const UNKNOWN_CORRECTIONS_MAX = 8;
const KNOWN_CORRECTIONS_MAX = 6;
/** The weight of stop words, compared with other words. They are indexed in titles and names only. */
const STOP_FACTOR = 0.3;
/** The likelihood of a correction from a name, compared with one from a title. */
const NAME_SHARE = 0.3;

/** Weighs the words of a query. */
export function weighWords(query: SearchQuery, counts: LexiconCounts): WeightedWord[] {
  return query.words.map((word) => weighWord(query, word, counts));
}

function weighWord(query: SearchQuery, word: QueryWord, counts: LexiconCounts): WeightedWord {
  const documentsOf = (lexeme: string): number => counts.documents.get(lexeme) ?? 0;
  const perField = [...query.fields].map((field) => documentsOf(FIELD_PREFIX[field] + word.lexeme));
  const year = word.year === null ? 0 : documentsOf(`${MARK_PREFIX.year}${word.year}`);
  const known =
    spelledLexemes(word).some((lexeme) => documentsOf(lexeme) > 0) ||
    year > 0 ||
    documentsOf(FIELD_PREFIX.overview + word.lexeme) > KNOWN_FROM_OVERVIEWS;
  const corrections = correctionsOf(word, known, counts);
  // The count of the commonest field: the sum would count documents twice and make names and genres seem common.
  let documents = Math.max(...perField, year);
  if (documents === 0) documents = Math.max(0, ...corrections.flatMap(({ spellings }) => [...spellings.values()]));
  const rarity = inverseDocumentFrequency(documents, counts.total);
  return {
    word,
    weight: roundWeight(word.stop ? rarity * STOP_FACTOR : rarity),
    documents: perField.reduce((sum, each) => sum + each, year),
    titleDocuments: documentsOf(FIELD_PREFIX.title + word.lexeme),
    known,
    factor: known || corrections.length === 0 ? 1 : UNKNOWN_FORM_FACTOR,
    corrections,
  };
}

/** To two decimals, as in cursors. Never 0, so that a word of every document still scores. */
function roundWeight(weight: number): number {
  return Math.max(1, Math.round(weight * 100)) / 100;
}

function correctionsOf(word: QueryWord, known: boolean, counts: LexiconCounts): Correction[] {
  if (word.stop || word.coded || word.numeral !== null) return [];
  const byLexeme = new Map<string, { folded: string; likelihood: number; spellings: Map<string, number> }>();
  for (const { lexeme: prefixed, documents } of counts.similar) {
    const folded = prefixed.slice(1);
    const lexeme = stemWord(folded);
    // A misspelling is nearly always rarer than the word that was meant.
    if (lexeme === word.lexeme || !isOneEditApart(folded, word.folded)) continue;
    if (known && documents <= documentsAsSpelled(word, counts)) continue;
    const likelihood = documents * (prefixed.startsWith(FIELD_PREFIX.title) ? 1 : NAME_SHARE);
    const entry = byLexeme.get(lexeme) ?? { folded, likelihood: 0, spellings: new Map<string, number>() };
    entry.spellings.set(prefixed, documents);
    if (likelihood > entry.likelihood) Object.assign(entry, { folded, likelihood });
    byLexeme.set(lexeme, entry);
  }
  return [...byLexeme]
    .sort(([, a], [, b]) => b.likelihood - a.likelihood || (a.folded < b.folded ? -1 : 1))
    .slice(0, known ? KNOWN_CORRECTIONS_MAX : UNKNOWN_CORRECTIONS_MAX)
    .map(([lexeme, { folded, spellings }]) => ({
      folded,
      lexeme,
      factor: known ? KNOWN_FACTOR : UNKNOWN_FACTOR,
      spellings,
    }));
}

function documentsAsSpelled(word: QueryWord, counts: LexiconCounts): number {
  const lexemes = [...spelledLexemes(word), FIELD_PREFIX.overview + word.lexeme];
  return Math.max(...lexemes.map((lexeme) => counts.documents.get(lexeme) ?? 0));
}
