/** Packs an answer into a response budget. */
import type { BoundedClass } from '../response-bounds/field-metadata';
import { PACKED_CATEGORIES } from './packed.decorator';
import { type Counts, noCounts, ObjectPart, PackingUnits } from './packing-parts';
import { estimateTokens } from './token-estimate';

/** Maximum size of a body; null where the request sets no maximum. */
export interface ResponseBudget {
  /** UTF-16 code units, which are at least as many as code points. */
  readonly maxChars: number | null;
  /** Tokens as `estimateTokens` counts them. */
  readonly maxTokens: number | null;
}

/** A budget without a maximum, into which every answer fits. */
export const NO_BUDGET: ResponseBudget = Object.freeze({ maxChars: null, maxTokens: null });

/** The body that fits, or the size of the smallest body. */
export type PackedAnswer = {
  /** Number of bodies that were built and measured. */
  readonly passes: number;
} & ({ readonly text: string } | { readonly text: null; readonly chars: number; readonly tokens: number });

/** Writes a body as the text that is sent. */
export type WriteBody = (body: object) => string;

/**
 * Leaves out as few parts of an answer as necessary for its text to fit a budget, in the order of `PACKED_CATEGORIES`,
 * and within a category from the end of the answer. Rows are left out only if the answer does not fit without all other
 * parts. Equal answers and budgets give equal texts. The answer itself never changes.
 */
export function packToBudget(
  answer: object,
  type: BoundedClass,
  budget: ResponseBudget,
  write: WriteBody = (body) => JSON.stringify(body),
): PackedAnswer {
  return new Packing(answer as Record<string, unknown>, type, budget, write).pack();
}

class Packing {
  private readonly root: ObjectPart;
  private readonly units: { readonly all: number; readonly beforeRows: number };
  private readonly total: Counts;
  private readonly fitting = new Map<number, string>();
  private smallest: string | null = null;
  private passes = 0;

  constructor(
    private readonly answer: Readonly<Record<string, unknown>>,
    type: BoundedClass,
    private readonly budget: ResponseBudget,
    private readonly write: WriteBody,
  ) {
    const units = new PackingUnits();
    this.root = new ObjectPart(answer, type, units);
    this.units = units.arrange();
    this.total = noCounts();
    this.root.rebuild(0, this.total);
  }

  pack(): PackedAnswer {
    const omitted = this.findFewestOmitted();
    const text = omitted === null ? null : this.fitting.get(omitted);
    if (typeof text === 'string') return { text, passes: this.passes };
    const smallest = this.smallest ?? '';
    return { text: null, passes: this.passes, chars: smallest.length, tokens: estimateTokens(smallest) };
  }

  /** The least number of units that must be left out so that the answer fits; null if it never fits. */
  private findFewestOmitted(): number | null {
    const { all, beforeRows } = this.units;
    if (this.fits(0)) return 0;
    if (this.fits(beforeRows)) return this.search(0, beforeRows);
    // The first row that is left out can make the answer longer, because it adds a cursor. Sizes fall only from here on.
    return this.fits(all) ? this.search(beforeRows, all) : null;
  }

  /**
   * The least number that fits, between one that does not fit and one that fits. Starts at the latter and doubles its
   * steps, so that it builds no text that is much longer than the budget.
   */
  private search(doesNotFit: number, fits: number): number {
    let low = doesNotFit;
    let high = fits;
    for (let step = 1; high - step > low; step *= 2) {
      const next = high - step;
      if (!this.fits(next)) {
        low = next;
        break;
      }
      high = next;
    }
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (this.fits(middle)) high = middle;
      else low = middle;
    }
    return high;
  }

  private fits(omitted: number): boolean {
    const { maxChars, maxTokens } = this.budget;
    const text = this.write(this.buildWithout(omitted));
    this.passes += 1;
    if (this.smallest === null || text.length < this.smallest.length) this.smallest = text;
    if (maxChars !== null && text.length > maxChars) return false;
    if (maxTokens !== null && estimateTokens(text, maxTokens) > maxTokens) return false;
    this.fitting.clear();
    this.fitting.set(omitted, text);
    return true;
  }

  /** The answer without its first `omitted` units, and with the number of omitted parts in each category. */
  private buildWithout(omitted: number): object {
    if (omitted === 0) return this.answer;
    const shown = noCounts();
    const body = this.root.rebuild(omitted, shown);
    const dropped = PACKED_CATEGORIES.flatMap((category) => {
      const number = this.total[category] - shown[category];
      return number === 0 ? [] : [[category, number] as const];
    });
    return { ...body, dropped: Object.fromEntries(dropped) };
  }
}
