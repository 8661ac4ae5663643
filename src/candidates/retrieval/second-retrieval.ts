/** What a plan leaves to be looked up once it is known what it found. */
import { together } from './retrieval-terms';
import {
  type EachRetrieval,
  ORDERED_TITLES,
  ORDERED_WORDS,
  type OrderedRetrieval,
  type RetrievalPlan,
  SELECTIVE_MAX,
  type SelectiveRetrieval,
} from './retrieval-plan';

/** The longest page. */
const PAGE_ROWS = 50;

/** What a plan found: rows in all, by its selective part, and by each of its ordered ones. */
export interface FoundRows {
  readonly total: number;
  readonly selective: number;
  readonly ordered: (index: number) => number;
}

/**
 * What a plan needs beside what it found: its spare part after too few rows, walks and steps that held too few
 * documents as look-ups that do not depend on an estimate, and what was cut off of the selective part. Null when nothing
 * is missing.
 */
export function planAgain(plan: RetrievalPlan, found: FoundRows): RetrievalPlan | null {
  const ordered = plan.ordered
    .filter(({ path, limit }, index) => path !== 'sorted' && found.ordered(index) < limit)
    .map((retrieval): OrderedRetrieval => ({ ...retrieval, path: 'sorted', tier: null }));
  const cut = plan.selective !== null && found.selective >= SELECTIVE_MAX ? plan.selective : null;
  if (cut !== null) ordered.push(...mostProminentOf(cut));
  if (found.total < PAGE_ROWS) ordered.push(...plan.spare);
  const each = cut === null ? null : eachOf(cut.words);
  if (ordered.length === 0 && each === null) return null;
  return { titleKeys: [], prefix: null, selective: null, each, ordered, spare: [] };
}

/**
 * The selective part is cut off where words and filters attract each other, and where a word has come to many documents
 * since it was counted. The most prominent documents of it are looked up then, and those with all words.
 */
function mostProminentOf({ alternatives, titles, together: all }: SelectiveRetrieval): OrderedRetrieval[] {
  const any = alternatives.map((texts) => `(${together(texts)})`).join(' | ');
  return [
    ...(titles === null ? [] : [sortedOf([titles], ORDERED_TITLES)]),
    ...(all.length === 0 ? [] : [sortedOf(all, ORDERED_TITLES)]),
    sortedOf([any], ORDERED_WORDS),
  ];
}

function eachOf(words: readonly string[]): EachRetrieval | null {
  if (words.length < 2) return null;
  return { tsqueries: words, limit: Math.max(PAGE_ROWS, Math.floor(SELECTIVE_MAX / words.length)) };
}

function sortedOf(tsqueries: readonly string[], limit: number): OrderedRetrieval {
  return { tsqueries, path: 'sorted', tier: null, limit, walkMax: 0 };
}
