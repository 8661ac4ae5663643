/** Distributes a number of titles over libraries. */

/**
 * Returns integer shares in proportion to the weights, by the Webster method; the first weight wins a tie. All shares
 * are 0 if no weight is positive. A larger total makes no share smaller, so a demo that grows keeps all titles.
 */
export function apportion(total: number, weights: readonly number[]): number[] {
  const shares = weights.map((weight) => ({ weight, count: 0 }));
  if (weights.some((weight) => weight > 0)) {
    for (let assigned = 0; assigned < total; assigned += 1) {
      const next = shares.reduce((best, share) => (toQuotient(share) > toQuotient(best) ? share : best));
      next.count += 1;
    }
  }
  return shares.map(({ count }) => count);
}

function toQuotient({ weight, count }: { readonly weight: number; readonly count: number }): number {
  return weight / (2 * count + 1);
}
