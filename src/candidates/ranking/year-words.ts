/** The years that a query names, compared with the year of an item. */
import type { WeightedWord } from '../query/term-weights';

/** How well a year counts that is so many years off: people often remember it wrongly. */
const NEAR_YEARS: readonly number[] = [1, 0.7, 0.4];

/** The words of one query that may be a year. `found` tells, by word of the query, how well a title matches it. */
export class YearWords {
  private readonly years: readonly { readonly index: number; readonly year: number }[];

  constructor(words: readonly WeightedWord[]) {
    this.years = words.flatMap(({ word: { year } }, index) => (year === null ? [] : [{ index, year }]));
  }

  /** Raises the words whose year is that of the item, or near it. */
  markNear(itemYear: number | null, found: Float64Array): void {
    if (itemYear === null) return;
    for (const { index, year } of this.years) {
      const near = NEAR_YEARS[Math.abs(year - itemYear)] ?? 0;
      if (near > (found[index] ?? 0)) found[index] = near;
    }
  }

  /** Whether the query names a year, and neither the item nor its title has it or one near it. */
  areOther(itemYear: number | null, found: Float64Array): boolean {
    return this.years.some(({ index, year }) => {
      return (found[index] ?? 0) === 0 && NEAR_YEARS[Math.abs(year - (itemYear ?? 0))] === undefined;
    });
  }
}
