/** Compares the years in a query with the year of an item. */
import type { WeightedWord } from '../../query/weights/weighted-word';

/** Factor of a year by its difference from the year of the item. People often remember years wrongly. */
const NEAR_YEAR_FACTORS: readonly number[] = [1, 0.7, 0.4];

/**
 * The words of one query that may be a year. The parameter `factors` of the methods states how well a title matches
 * each word of the query, 0 to 1.
 */
export class YearWords {
  private readonly years: readonly { readonly index: number; readonly year: number }[];

  constructor(words: readonly WeightedWord[]) {
    this.years = words.flatMap(({ word: { year } }, index) => (year === null ? [] : [{ index, year }]));
  }

  /** Raises the factors of words whose year is equal or near to the year of the item. */
  raiseFactors(itemYear: number | null, factors: Float64Array): void {
    if (itemYear === null) return;
    for (const { index, year } of this.years) {
      const near = NEAR_YEAR_FACTORS[Math.abs(year - itemYear)] ?? 0;
      if (near > (factors[index] ?? 0)) factors[index] = near;
    }
  }

  /**
   * Returns whether the query contains a year that is neither in the title nor near the year of the item. No year is
   * near an item without a year.
   */
  haveOtherYear(itemYear: number | null, factors: Float64Array): boolean {
    return this.years.some(({ index, year }) => {
      return (factors[index] ?? 0) === 0 && NEAR_YEAR_FACTORS[Math.abs(year - (itemYear ?? 0))] === undefined;
    });
  }
}
