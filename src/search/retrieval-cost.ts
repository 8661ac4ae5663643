/** Estimates from document counts how many rows look-ups in an index find. */

/** Cost of intersecting one posting entry, relative to reading a row. */
export const INTERSECTED_ENTRY_COST = 0.15;

/**
 * Estimates how many documents contain all of several terms. `documents` has the document count of each term, and
 * `total` is the number of all documents. Assumes that two of the terms occur in the same document `affinity` times as
 * often as by chance.
 */
export function estimateIntersection(documents: readonly number[], total: number, affinity: number): number {
  const furtherTerms = documents.length - 1;
  const product = documents.reduce((product, each) => product * each, 1);
  return Math.min(...documents, (product * affinity ** furtherTerms) / Math.max(total, 1) ** furtherTerms);
}

/** Limits for several look-ups. */
export interface RowBudget {
  /** Maximum number of rows of all look-ups together. */
  readonly maxRows: number;
  /** Maximum number of look-ups; default: no maximum. */
  readonly maxLookups?: number;
  /** Maximum number of rows of one look-up; default: no maximum. */
  readonly maxRowsPerLookup?: number;
}

/** The look-ups that fit into a budget, and those that do not. */
export interface BudgetFit<T> {
  readonly taken: T[];
  readonly skipped: T[];
  /** Estimated number of rows that the taken elements find. */
  readonly rows: number;
}

/** Takes elements in their order, and skips each element that does not fit into the rest of the budget. */
export function fitIntoBudget<T>(
  elements: readonly T[],
  rowsOf: (element: T) => number,
  budget: RowBudget,
): BudgetFit<T> {
  const { maxRows, maxLookups = Infinity, maxRowsPerLookup = Infinity } = budget;
  const taken: T[] = [];
  const skipped: T[] = [];
  let rows = 0;
  for (const element of elements) {
    const expected = rowsOf(element);
    if (taken.length >= maxLookups || expected > maxRowsPerLookup || rows + expected > maxRows) {
      skipped.push(element);
    } else {
      taken.push(element);
      rows += expected;
    }
  }
  return { taken, skipped, rows };
}
