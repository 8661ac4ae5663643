/** Plans further statements from the number of rows that the first statement found. */
import { allOf, anyOf, type Tsquery } from '../../search/tsquery';
import {
  type PerConditionRetrieval,
  ORDERED_TITLES,
  ORDERED_WORDS,
  type OrderedRetrieval,
  type RetrievalPlan,
  SELECTIVE_MAX,
  type SelectiveRetrieval,
} from './retrieval-plan';

/** Maximum number of rows of a page. */
const PAGE_ROWS_MAX = 50;

/** Number of rows that a plan found: in total, by its selective part, and by each of its ordered parts. */
export interface FoundRows {
  readonly total: number;
  readonly selective: number;
  readonly countOrdered: (index: number) => number;
}

/**
 * Plans the second statement; null if none is needed. It contains the fallback part if the first statement found too
 * few rows; sorted retrievals instead of walks and tiers that found too few rows; and the most prominent documents of a
 * selective part that hit its row limit.
 */
export function planSecondRetrieval(plan: RetrievalPlan, found: FoundRows): RetrievalPlan | null {
  const ordered = plan.ordered
    .filter(({ path, limit }, index) => path !== 'sorted' && found.countOrdered(index) < limit)
    .map((retrieval): OrderedRetrieval => ({ ...retrieval, path: 'sorted', tier: null }));
  const cut = plan.selective !== null && found.selective >= SELECTIVE_MAX ? plan.selective : null;
  if (cut !== null) ordered.push(...mostProminentOf(cut));
  if (needsFallback(found.total)) ordered.push(...plan.fallback);
  const perCondition = cut === null ? null : eachOf(cut.words);
  if (ordered.length === 0 && perCondition === null) return null;
  return { ids: null, titleKeys: [], prefix: null, selective: null, perCondition, ordered, fallback: [] };
}

/**
 * The plan that finds all documents that a plan and its second statement find or leave out because of a row limit, up
 * to `most` for each part. `hasSpare` tells whether the second statement looked up the spare part.
 */
export function planAllMatches(plan: RetrievalPlan, hasSpare: boolean, partLimit: number): RetrievalPlan {
  const ordered = [...plan.ordered, ...(hasSpare ? plan.fallback : [])].map((retrieval): OrderedRetrieval => {
    return { ...retrieval, path: 'sorted', tier: null, limit: partLimit };
  });
  return { ...plan, perCondition: null, ordered, fallback: [], partLimit };
}

/** Returns whether a plan found too few documents for a page, so that its fallback part is looked up. */
export function needsFallback(total: number): boolean {
  return total < PAGE_ROWS_MAX;
}

/**
 * A selective part hits its row limit if words and filters occur together more often than expected, or if a word has
 * come to many documents since it was counted. Its most prominent documents, and those with all words, are looked up.
 */
function mostProminentOf({ alternatives, titles, allWords }: SelectiveRetrieval): OrderedRetrieval[] {
  return [
    ...(titles === null ? [] : [sortedOf([titles], ORDERED_TITLES)]),
    ...(allWords.length === 0 ? [] : [sortedOf(allWords, ORDERED_TITLES)]),
    sortedOf([anyOf(alternatives.map(allOf))], ORDERED_WORDS),
  ];
}

function eachOf(words: readonly Tsquery[]): PerConditionRetrieval | null {
  if (words.length < 2) return null;
  return { tsqueries: words, limit: Math.max(PAGE_ROWS_MAX, Math.floor(SELECTIVE_MAX / words.length)) };
}

function sortedOf(tsqueries: readonly Tsquery[], limit: number): OrderedRetrieval {
  return { tsqueries, path: 'sorted', tier: null, limit, libraries: [], walkMax: 0 };
}
