/** The parts of a retrieval plan: which documents to look up, and how. Every part has a limit. */
import type { Tsquery } from '../../search/tsquery';
import type { ItemIds } from '../query/search-query';

/**
 * Maximum number of documents of the selective part, which is unordered. If it is reached, the most prominent are
 * looked up.
 */
export const SELECTIVE_MAX = 1_200;
/** Maximum number of documents of an ordered part for titles. */
export const ORDERED_TITLES = 300;
/** Maximum number of documents of an ordered part for all fields. */
export const ORDERED_WORDS = 1_000;

/** How the most prominent of many documents are found. */
export type OrderedPath =
  /** Reads all matches from the index and sorts them: cheapest for few. */
  | 'sorted'
  /** As `sorted`, for matches of a prominence tier only: cheapest for some. */
  | 'tiered'
  /** Reads documents in the order of prominence until enough match: cheapest for many. */
  | 'walked';

/** The most prominent documents that match. */
export interface OrderedRetrieval {
  /** The conditions; a document must meet all. Those that few documents meet come first. */
  readonly tsqueries: readonly Tsquery[];
  readonly path: OrderedPath;
  /** The prominence tier that documents must reach; null unless the path is `tiered`. */
  readonly tier: Tsquery | null;
  /** Maximum number of documents. */
  readonly limit: number;
  /** Libraries that a walk reads. */
  readonly libraries: readonly string[];
  /** Maximum number of documents that a walk reads. It is reached if the plan was based on a wrong estimate. */
  readonly walkMax: number;
}

/** All documents that match, expected to be few. */
export interface SelectiveRetrieval {
  /** A document must meet all conditions of one alternative. */
  readonly alternatives: readonly (readonly Tsquery[])[];
  /** The part that looks at titles only; null if there is none. */
  readonly titles: Tsquery | null;
  /** Its words, one condition each. */
  readonly words: readonly Tsquery[];
  /** Conditions for documents with all words of the query; empty for a query of one word. */
  readonly allWords: readonly Tsquery[];
}

/** A limited number of documents for each of several conditions, so that common conditions do not use up the limit. */
export interface PerConditionRetrieval {
  readonly tsqueries: readonly Tsquery[];
  /** Maximum number of documents for each condition. */
  readonly limit: number;
}

/** What to retrieve, before the filters of the request apply. */
export interface RetrievalPlan {
  /** The id that the query is; null for other queries. */
  readonly ids: ItemIds | null;
  readonly titleKeys: readonly string[];
  /** Range of compact titles, from (included) and to (excluded); null if there is none. */
  readonly prefix: readonly [string, string] | null;
  readonly selective: SelectiveRetrieval | null;
  readonly perCondition: PerConditionRetrieval | null;
  readonly ordered: readonly OrderedRetrieval[];
  /** Looked up only if the other parts find too few documents for a page. */
  readonly fallback: readonly OrderedRetrieval[];
  /** Maximum number of documents of each part that is not ordered. Default: the row limit of the part. */
  readonly partLimit?: number;
}
