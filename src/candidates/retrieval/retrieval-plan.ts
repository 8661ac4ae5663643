/** The parts of a retrieval plan: which documents to look up, and how. Every part has a row limit. */
import type { Tsquery } from '../../search/tsquery';
import type { ItemIds } from '../query/search-query';

/**
 * Maximum number of documents of the selective part. If more match, a second statement looks up the most prominent
 * ones.
 */
export const SELECTIVE_MAX = 1_200;
/** Maximum number of documents of the fallback, and of an ordered part for titles or `SelectiveRetrieval.allWords`. */
export const ORDERED_TITLES = 300;
/** Maximum number of documents of any other ordered part. */
export const ORDERED_WORDS = 1_000;

/** How the most prominent of many documents are found. */
export type OrderedPath =
  /** Reads at most `SORTED_MATCHES_MAX` matches from the index and sorts them. The cheapest path to few matches. */
  | 'sorted'
  /** Like `sorted`, but only for matches that reach a prominence tier (see `prominence-tiers.ts`). */
  | 'tiered'
  /** Reads documents in the order of prominence until enough of them match. The cheapest path to many matches. */
  | 'scanned';

/** The most prominent documents that match. */
export interface OrderedRetrieval {
  /** A document must meet all of these conditions. Rare conditions come first. */
  readonly tsqueries: readonly Tsquery[];
  readonly path: OrderedPath;
  /** The prominence tier that documents must reach; null unless the path is `tiered`. */
  readonly tier: Tsquery | null;
  /** Maximum number of documents. */
  readonly limit: number;
  /** Libraries that the path `scanned` reads. */
  readonly libraries: readonly string[];
  /** Maximum number of documents that the path `scanned` reads. */
  readonly scanMax: number;
}

/** All documents that match, if few are expected. */
export interface SelectiveRetrieval {
  /** A document must meet all conditions of one alternative. */
  readonly alternatives: readonly (readonly Tsquery[])[];
  /** The condition for titles, which is also part of `alternatives`; null if there is none. */
  readonly titles: Tsquery | null;
  /** One condition for each rare word. */
  readonly words: readonly Tsquery[];
  /** Conditions for documents with all searched words, usually the content words; empty for fewer than two words. */
  readonly allWords: readonly Tsquery[];
}

/** Some documents for each of several conditions. Each condition has its own limit. */
export interface PerConditionRetrieval {
  readonly tsqueries: readonly Tsquery[];
  /** Maximum number of documents for each condition. */
  readonly limit: number;
}

/** The beginning of a title: an article, if any, and the query without its own article. */
export interface ArticlePrefix {
  /** This beginning as a compact key (see `title-forms.ts`). */
  readonly key: string;
  /** The article and a space; empty for a title without an article. */
  readonly article: string;
}

/** The documents to retrieve, without the filters of the request. */
export interface RetrievalPlan {
  /** The ids that the query can mean; null if the query is not an id. */
  readonly ids: ItemIds | null;
  /** Compact keys of whole titles. */
  readonly titleKeys: readonly string[];
  /** Range of compact keys of titles, from (included) and to (excluded); null if there is none. */
  readonly prefix: readonly [string, string] | null;
  /** Beginnings of titles that differ from the query only in the article. */
  readonly articlePrefixes: readonly ArticlePrefix[];
  readonly selective: SelectiveRetrieval | null;
  readonly perCondition: PerConditionRetrieval | null;
  readonly ordered: readonly OrderedRetrieval[];
  /** Retrieved only if the other parts find too few documents for a page. */
  readonly fallback: readonly OrderedRetrieval[];
  /**
   * The condition for items of the countries that the query asks for (`CandidateRow.is_from_country`); null if it asks
   * for none.
   */
  readonly countries: Tsquery | null;
  /** Replaces the constant row limits of the parts, such as `SELECTIVE_MAX`. Absent: the constants apply. */
  readonly partLimit?: number;
}

/** A plan without look-ups. */
export const EMPTY_PLAN: RetrievalPlan = {
  ids: null,
  titleKeys: [],
  prefix: null,
  articlePrefixes: [],
  selective: null,
  perCondition: null,
  ordered: [],
  fallback: [],
  countries: null,
};
