/**
 * Rarity of a term, computed from the number of documents that contain it. Counts are first rounded to powers of the
 * square root of two, so that rarities stay the same while a catalog grows a little.
 */

/**
 * Returns the inverse document frequency as in BM25: almost 0 for a term of every document of a large catalog, without
 * an upper bound.
 */
export function inverseDocumentFrequency(documents: number, total: number): number {
  const n = 2 ** (roundedLogSqrt2(Math.max(documents, total)) / 2);
  const df = Math.min(2 ** (roundedLogSqrt2(documents) / 2), n);
  return Math.log(1 + (n - df + 0.5) / (df + 0.5));
}

/** Returns the rarity on a logarithmic scale: 1 if at most one document has the term, otherwise down to 0 if all do. */
export function relativeRarity(documents: number, total: number): number {
  if (total < 2) return 1;
  const share = roundedLogSqrt2(documents) / Math.max(roundedLogSqrt2(total), 1);
  return Math.min(Math.max(1 - share, 0), 1);
}

/** Returns the rounded logarithm of a count to the base √2. A count below 1 counts as 1. */
function roundedLogSqrt2(count: number): number {
  return Math.round(Math.log2(Math.max(count, 1)) * 2);
}
