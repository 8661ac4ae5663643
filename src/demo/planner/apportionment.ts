/** Shares a number of titles out to libraries. */

/**
 * Whole shares by weight (the method of Webster, first come first served in a tie). Monotone: when the total grows, no
 * share shrinks, so that growing and shrinking back leads to where it began.
 */
export function apportion(total: number, weights: readonly number[]): number[] {
  const shares = weights.map(() => 0);
  if (weights.every((weight) => weight <= 0)) return shares;
  for (let given = 0; given < total; given += 1) {
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
