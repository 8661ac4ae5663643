/** How many rows index look-ups are expected to find and to read, from document counts. */

/** Cost of intersecting one posting entry, relative to reading a row. */
export const INTERSECTED_ENTRY_COST = 0.15;

/**
 * The number of documents expected to have all of several terms. `affinity` is how many times more often two terms of
 * one text occur together than they would by chance.
 */
export function expectedTogether(documents: readonly number[], total: number, affinity: number): number {
  const pairs = documents.length - 1;
  const product = documents.reduce((product, each) => product * each, 1);
  return Math.min(...documents, (product * affinity ** pairs) / Math.max(total, 1) ** pairs);
}

/** Limits for the rows that several look-ups may find together. */
export interface RowBudget {
  readonly rows: number;
  /** Look-ups at most; any number by default. */
  readonly lookups?: number;
  /** Rows of one look-up at most; any number by default. */
  readonly rowsEach?: number;
}

/** The elements that fit into a budget. */
export interface Fit<T> {
  readonly taken: T[];
  readonly left: T[];
  /** Number of rows that the chosen elements are expected to find. */
  readonly rows: number;
}

/** Chooses elements in their order while their rows fit into the budget. An element that does not fit is skipped. */
export function fitIntoBudget<T>(elements: readonly T[], rowsOf: (element: T) => number, budget: RowBudget): Fit<T> {
  const { lookups = Infinity, rowsEach = Infinity } = budget;
  const taken: T[] = [];
  const left: T[] = [];
  let rows = 0;
  for (const element of elements) {
    const expected = rowsOf(element);
    if (taken.length >= lookups || expected > rowsEach || rows + expected > budget.rows) {
      left.push(element);
    } else {
      taken.push(element);
      rows += expected;
    }
  }
  return { taken, left, rows };
}
