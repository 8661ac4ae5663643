/** Plans the further statements of a search from the rows that the first statement found. */
import { allOf, anyOf, type Tsquery } from '../../search/tsquery';
import {
  EMPTY_PLAN,
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
  /** `SELECTIVE_MAX` + 1 if more than `SELECTIVE_MAX` documents match. */
  readonly selective: number;
  readonly countOrdered: (index: number) => number;
}

/**
 * Plans the second statement; null if none is needed. It repeats with the path `sorted` each `scanned` or `tiered` part
 * that found fewer rows than its limit, because these paths read only some documents. If more than `SELECTIVE_MAX`
 * documents match the selective part, it looks up the most prominent ones and, if the part has several rare words, some
 * documents for each of them. If the first statement found too few rows for a page, the second one contains the plan's
 * fallback.
 */
export function planSecondRetrieval(plan: RetrievalPlan, foundRows: FoundRows): RetrievalPlan | null {
  const ordered = plan.ordered
    .filter(({ path, limit }, index) => path !== 'sorted' && foundRows.countOrdered(index) < limit)
    .map((retrieval): OrderedRetrieval => ({ ...retrieval, path: 'sorted', tier: null }));
  const cutSelective = plan.selective !== null && foundRows.selective > SELECTIVE_MAX ? plan.selective : null;
  if (cutSelective !== null) ordered.push(...mostProminentOf(cutSelective));
  if (needsFallback(foundRows.total)) ordered.push(...plan.fallback);
  const perCondition = cutSelective === null ? null : perConditionOf(cutSelective.words);
  if (ordered.length === 0 && perCondition === null) return null;
  return { ...EMPTY_PLAN, perCondition, ordered, countries: plan.countries };
}

/**
 * Plans a statement for all matches, up to `partLimit` for each part. `usedFallback` tells whether the second statement
 * contained the fallback.
 */
export function planAllMatches(plan: RetrievalPlan, usedFallback: boolean, partLimit: number): RetrievalPlan {
  const ordered = [...plan.ordered, ...(usedFallback ? plan.fallback : [])].map((retrieval): OrderedRetrieval => {
    return { ...retrieval, path: 'sorted', tier: null, limit: partLimit };
  });
  return { ...plan, perCondition: null, ordered, fallback: [], partLimit };
}

/** Returns whether a plan found too few documents for a page. */
export function needsFallback(total: number): boolean {
  return total < PAGE_ROWS_MAX;
}

/** Returns look-ups of the most prominent documents that match `titles`, all of `allWords`, or any alternative. */
function mostProminentOf({ alternatives, titles, allWords }: SelectiveRetrieval): OrderedRetrieval[] {
  return [
    ...(titles === null ? [] : [sortedOf([titles], ORDERED_TITLES)]),
    ...(allWords.length === 0 ? [] : [sortedOf(allWords, ORDERED_TITLES)]),
    sortedOf([anyOf(alternatives.map(allOf))], ORDERED_WORDS),
  ];
}

function perConditionOf(words: readonly Tsquery[]): PerConditionRetrieval | null {
  if (words.length < 2) return null;
  return { tsqueries: words, limit: Math.max(PAGE_ROWS_MAX, Math.floor(SELECTIVE_MAX / words.length)) };
}

function sortedOf(tsqueries: readonly Tsquery[], limit: number): OrderedRetrieval {
  return { tsqueries, path: 'sorted', tier: null, limit, libraries: [], scanMax: 0 };
}
