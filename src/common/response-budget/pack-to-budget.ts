/** Packs an answer into a response budget. */
import type { BoundedClass } from '../response-bounds/field-metadata';
import { PACKED_CATEGORIES } from './packed.decorator';
import { ObjectPart } from './packing-parts';
import { type Counts, noCounts, PackingUnits } from './packing-units';
import { estimateTokens } from './token-estimate';

/** Maximum size of a body; null where the request sets no maximum. */
export interface ResponseBudget {
  /** UTF-16 code units. A body has at least as many of these as code points, so the maximum holds for both. */
  readonly maxChars: number | null;
  /** Tokens as `estimateTokens` counts them. */
  readonly maxTokens: number | null;
}

/** A budget without a maximum, into which every answer fits. */
export const NO_BUDGET: ResponseBudget = Object.freeze({ maxChars: null, maxTokens: null });

/** Maximum number of characters, and of tokens, that the counts of all categories in `dropped` add to a text. */
const COUNTS_MAX = 500;

/** Size of a body, in UTF-16 code units and in tokens as `estimateTokens` counts them. */
interface Size {
  readonly chars: number;
  readonly tokens: number;
}

/**
 * `text` is the body that fits. If no body fits, `chars` and `tokens` are the size of the body that exceeds the budget
 * least. With a budget of this size, that body fits.
 */
export type PackedAnswer = {
  /** Number of bodies that were built and measured. */
  readonly passes: number;
} & ({ readonly text: string } | ({ readonly text: null } & Size));

/** Writes a body as the text that is sent. */
export type WriteBody = (body: object) => string;

/**
 * Leaves out as few parts of an answer as necessary to make its text fit a budget: in the order of `PACKED_CATEGORIES`,
 * and within a category from the end of the answer. Equal answers and budgets give equal texts. The answer itself never
 * changes.
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
  /**
   * Units are the parts of the answer that can be left out, in the order in which they are left out. For each category
   * that has units, `ends` contains the number of units up to its end. The numbers are ascending.
   */
  private readonly ends: readonly number[];
  private readonly total: Counts;
  /** The fitting text with the fewest omitted units so far; null if there is none. */
  private fitting: string | null = null;
  /** The texts that were measured before one fitted. */
  private readonly tooLong: string[] = [];
  private leastChars = Infinity;
  /** Whether the last measured text was so long that no text that keeps more categories can fit or be the smallest. */
  private isMuchTooLong = false;
  private passes = 0;

  constructor(
    private readonly answer: Readonly<Record<string, unknown>>,
    type: BoundedClass,
    private readonly budget: ResponseBudget,
    private readonly write: WriteBody,
  ) {
    const units = new PackingUnits();
    this.root = new ObjectPart(answer, type, units);
    this.ends = units.arrange();
    this.total = noCounts();
    this.root.rebuild(0, this.total);
  }

  pack(): PackedAnswer {
    this.findFitting();
    if (this.fitting !== null) return { text: this.fitting, passes: this.passes };
    return { text: null, passes: this.passes, ...this.leastSize() };
  }

  /** Returns the size of the text with the fewest excess characters, and the fewest tokens among several such texts. */
  private leastSize(): Size {
    const { maxChars } = this.budget;
    const excessOf = (text: string): number => (maxChars === null ? 0 : Math.max(0, text.length - maxChars));
    const leastExcess = Math.min(...this.tooLong.map(excessOf));
    return this.tooLong
      .filter((text) => excessOf(text) === leastExcess)
      .map((text) => ({ chars: text.length, tokens: estimateTokens(text) }))
      .reduce((least, size) => (size.tokens < least.tokens ? size : least));
  }

  /**
   * Sets `fitting` to the text with the fewest units left out; null if no text fits. The first omitted unit of a
   * category can make the text longer, because a count or a cursor is added. Each further unit makes it shorter. So the
   * shortest texts omit whole categories.
   */
  private findFitting(): void {
    if (this.fits(0)) return;
    let first: number | null = null;
    for (let index = this.ends.length - 1; index >= 0; index -= 1) {
      if (this.fits(this.ends[index] ?? 0)) first = index;
      // Not after the first text, which omits all units: if it omits rows, their cursors can make it longer, by more
      // than `COUNTS_MAX`, than the next text.
      else if (this.isMuchTooLong && index < this.ends.length - 1) break;
    }
    if (first !== null) this.search(this.ends[first - 1] ?? 0, this.ends[first] ?? 0);
  }

  /**
   * Finds the least number of omitted units with which the answer fits. The answer fits with `enough`, the end of a
   * category, but not with `tooFew`, the end of the category before it or 0. The search starts at `enough` and doubles
   * its steps, so that most texts that it builds are at most about twice as long as the budget.
   */
  private search(tooFew: number, enough: number): void {
    let low = tooFew;
    let high = enough;
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
  }

  /** Whether the answer fits if the first `omitted` units are left out. If so, sets `fitting`. */
  private fits(omitted: number): boolean {
    const { maxChars, maxTokens } = this.budget;
    const text = this.write(this.buildWithout(omitted));
    this.passes += 1;
    this.leastChars = Math.min(this.leastChars, text.length);
    const excess = Math.max(
      maxChars === null ? 0 : text.length - maxChars,
      maxTokens === null ? 0 : estimateTokens(text, maxTokens + COUNTS_MAX) - maxTokens,
    );
    this.isMuchTooLong = excess > COUNTS_MAX && text.length > this.leastChars + COUNTS_MAX;
    if (excess > 0) {
      if (this.fitting === null) this.tooLong.push(text);
      return false;
    }
    this.fitting = text;
    return true;
  }

  /** The answer without the first `omitted` units, but with the number of omitted units in each category. */
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
