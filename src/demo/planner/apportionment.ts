/** Distributes a number of titles over libraries. */

/**
 * Returns integer shares in proportion to the weights, by the Webster method; the first weight wins a tie. All shares
 * are 0 if no weight is positive. A larger total makes no share smaller, so a demo that grows keeps all titles.
 */
export function apportion(total: number, weights: readonly number[]): number[] {
  const shares = weights.map(() => 0);
  if (weights.every((weight) => weight <= 0)) return shares;
  for (let assigned = 0; assigned < total; assigned += 1) {
    let best = 0;
    let bestQuotient = -1;
    for (const [index, weight] of weights.entries()) {
      const quotient = weight / (2 * (shares[index] ?? 0) + 1);
      if (quotient > bestQuotient) [best, bestQuotient] = [index, quotient];
    }
    shares[best] = (shares[best] ?? 0) + 1;
  }
  return shares;
}
