/** Orders the parts of an answer that packing may leave out. */
import { PACKED_CATEGORIES, type PackedCategory } from './packed.decorator';

/** Number of list elements and summary texts by category. */
export type Counts = Record<PackedCategory, number>;

/** One part that packing may leave out: an element of a list, or the text of a summary. */
export interface Unit {
  /** Position in the order in which units are left out, from 0. */
  rank: number;
}

/** The units of an answer in the order in which they are left out. */
export class PackingUnits {
  private readonly byCategory = new Map<PackedCategory, Unit[]>(PACKED_CATEGORIES.map((category) => [category, []]));

  /** Adds a unit. Within a category, the unit that was added last is left out first. */
  add(category: PackedCategory): Unit {
    const unit = { rank: 0 };
    this.byCategory.get(category)?.push(unit);
    return unit;
  }

  /**
   * Sets the rank of each unit. Returns, for each category with units, how many units are left out if this category and
   * all before it are left out completely.
   */
  arrange(): number[] {
    const categories = [...this.byCategory.values()].filter((units) => units.length > 0);
    let ranked = 0;
    return categories.map((units) => {
      for (const unit of units.toReversed()) unit.rank = ranked++;
      return ranked;
    });
  }
}

/** Returns a count of 0 for each category. */
export function noCounts(): Counts {
  return Object.fromEntries(PACKED_CATEGORIES.map((category) => [category, 0])) as Counts;
}
