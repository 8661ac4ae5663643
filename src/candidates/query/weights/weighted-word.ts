import type { QueryWord } from '../search-query';

/** A word of the catalog that resembles a word of the query, or completes its last word. */
export interface Correction {
  /** The most similar of the words with this stem. */
  readonly folded: string;
  /** The stem. */
  readonly lexeme: string;
  /** Weight of the correction relative to the word of the query, 0 to 1. */
  readonly factor: number;
  /**
   * All similar words with this stem, unstemmed and with the letter of their field (`tstars`), and the document count
   * of each.
   */
  readonly spellings: ReadonlyMap<string, number>;
}

/** A word of the query, with its weight and its corrections in a catalog. */
export interface WeightedWord {
  readonly word: QueryWord;
  /**
   * Inverse document frequency; raised to a power if the query describes an item in many words
   * (`SearchQuery.isDescription`), and lower for stop words and fillers.
   */
  readonly weight: number;
  /** Number of documents with the stem of the word in a title. */
  readonly titleDocuments: number;
  /**
   * Whether the catalog has the word (see `isKnown` in `term-weights.ts`). False for the last word if
   * `LexiconCounts.completesKnownWord` is true.
   */
  readonly isKnown: boolean;
  /** Weight of the stem of the word relative to the word itself, 0 to 1. */
  readonly stemFactor: number;
  /** Whether more names than titles have the word in this spelling: "crowe". */
  readonly isRatherName: boolean;
  readonly corrections: readonly Correction[];
  /**
   * The lexeme of the word as an acronym; null if no title has the acronym, or if the word is more likely an ordinary
   * word.
   */
  readonly acronym: string | null;
}

/** Returns whether the word is not known (see `isKnown`), but the catalog has words that resemble or complete it. */
export function isMisspelled({ isKnown, corrections }: WeightedWord): boolean {
  return !isKnown && corrections.length > 0;
}

/** Factor for the weight of stop words and fillers. */
export const LOW_WEIGHT_FACTOR = 0.3;

/** Factor of the words that complete a known word. Lower than for other completions: the known word may be complete. */
export const KNOWN_COMPLETION_FACTOR = 0.65;

/** Factor if the query has a compound and the document has only a part of it, or vice versa. */
export const PART_FACTOR = 0.9;

/** Factor if a title writes a number of the query in another way: "II" for "2". */
export const NUMERAL_FACTOR = 0.95;

/** Returns the sum of the weights of a query; 1 if the sum is 0. */
export function totalWeightOf(words: readonly WeightedWord[]): number {
  return words.reduce((sum, { weight }) => sum + weight, 0) || 1;
}

/** The word of the query that a lexeme of a document matches, and how well. */
export interface TermRole {
  /** Index of the word of the query. */
  readonly wordIndex: number;
  /** Weight of the lexeme relative to the word of the query, 0 to 1. */
  readonly factor: number;
}
