import { FIELD_PREFIX, MARK_PREFIX } from '../../search/index/lexemes';
import { inverseDocumentFrequency } from '../../search/rarity';
import { isOneEditApart } from '../../search/text/spelling-deletes';
import { stemWord } from '../../search/text/stem';
import { type QueryWord, type SearchQuery, spelledLexemes } from './search-query';

/** Document counts, as the lexicon has them. */
export interface LexiconCounts {
  /** Documents in all. */
  readonly total: number;
  readonly documents: ReadonlyMap<string, number>;
  /** Lexemes that share a slip with a word of the query. */
  readonly similar: readonly { readonly lexeme: string; readonly documents: number }[];
}

/** A word that the catalog has, in place of one of the query a slip away. */
export interface Correction {
  readonly folded: string;
  readonly lexeme: string;
  /** 0 to 1: what a document with it counts for. */
  readonly factor: number;
  /** The lexemes, with prefix, that it is indexed under as it is spelt, and documents of each. */
  readonly spellings: ReadonlyMap<string, number>;
}

/** A word of the query with what the catalog says about it. */
export interface WeightedWord {
  readonly word: QueryWord;
  /** Inverse document frequency: how much the word tells. */
  readonly weight: number;
  /** Documents with the word in any of the fields searched, at most the sum over them. */
  readonly documents: number;
  readonly titleDocuments: number;
  /** Whether the catalog knows the word as it is written. */
  readonly known: boolean;
  /** 0 to 1: what a document with another form of the word counts for. */
  readonly factor: number;
  readonly corrections: readonly Correction[];
}

/** A word in more overviews than this is a word, whatever titles and names say. */
export const KNOWN_FROM_OVERVIEWS = 3;
const UNKNOWN_FACTOR = 0.85;
/** A form of a known word that is nowhere spelt so may as well be another word with a slip in it. */
const UNKNOWN_FORM_FACTOR = 0.9;
const KNOWN_FACTOR = 0.35;
const UNKNOWN_CORRECTIONS_MAX = 8;
const KNOWN_CORRECTIONS_MAX = 6;
/** What stop words, which stand in titles and names only, tell in comparison. */
const STOP_FACTOR = 0.3;
/** A correction from a name is less likely meant than one from a title. */
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
  // The commonest field stands for all of them: counting documents twice would make names and genres seem common.
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

/** As cursors carry it. Never 0: a word that every document has finds them all the same. */
function roundWeight(weight: number): number {
  return Math.max(1, Math.round(weight * 100)) / 100;
}

function correctionsOf(word: QueryWord, known: boolean, counts: LexiconCounts): Correction[] {
  if (word.stop || word.coded || word.numeral !== null) return [];
  const byLexeme = new Map<string, { folded: string; likelihood: number; spellings: Map<string, number> }>();
  for (const { lexeme: prefixed, documents } of counts.similar) {
    const folded = prefixed.slice(1);
    const lexeme = stemWord(folded);
    // Who knows a word and mistypes it writes a rarer one for a commoner one, hardly ever the other way round.
    if (lexeme === word.lexeme || !isOneEditApart(folded, word.folded)) continue;
    if (known && documents <= documentsAsSpelt(word, counts)) continue;
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

function documentsAsSpelt(word: QueryWord, counts: LexiconCounts): number {
  const lexemes = [...spelledLexemes(word), FIELD_PREFIX.overview + word.lexeme];
  return Math.max(...lexemes.map((lexeme) => counts.documents.get(lexeme) ?? 0));
}
