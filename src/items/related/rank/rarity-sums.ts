/** Sums the rarities of terms, and converts sums to fractions of a maximum weight. */
import type { SeedTerm } from '../seed/seed-row';

export function sumRarities(terms: readonly SeedTerm[]): number {
  return sum(terms.map(({ rarity }) => rarity));
}

export function sumSquaredRarities(terms: readonly SeedTerm[]): number {
  return sum(terms.map(({ rarity }) => rarity ** 2));
}

/** Returns 0 for a sum of 0, and approaches 1 as the sum grows. */
export function saturate(raritySum: number, scale: number): number {
  return 1 - Math.exp(-raritySum / scale);
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
