import type { QueryWord } from '../search-query';

/** A word of the catalog that resembles a word of the query. */
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
  /** Inverse document frequency; higher for rare words of a description. */
  readonly weight: number;
  /** Documents with the word in the searched fields: the sum over the fields. */
  readonly documents: number;
  readonly titleDocuments: number;
  /** Whether the catalog has the word in this spelling. */
  readonly isKnown: boolean;
  /** 0 to 1: how much a document with the stem of the word counts. */
  readonly stemFactor: number;
  readonly corrections: readonly Correction[];
  /** The lexeme of titles whose initials the word is; null if it is no acronym. */
  readonly acronym: string | null;
}

/** The weight of stop words, compared with other words. They are indexed in titles and names only. */
export const LOW_WEIGHT_FACTOR = 0.3;

/** Returns the sum of the weights of a query; 1 if it is 0. */
export function totalWeightOf(words: readonly WeightedWord[]): number {
  return words.reduce((sum, { weight }) => sum + weight, 0) || 1;
}

/** The word of the query that a lexeme of a document matches, and how well. */
export interface TermRole {
  /** Index of the word of the query. */
  readonly word: number;
  /** Weight of the lexeme relative to the word itself, 0 to 1. */
  readonly factor: number;
}
