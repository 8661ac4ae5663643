/**
 * How much information a term has, computed from the number of documents that contain it. Counts are first rounded to
 * half powers of two, so that weights stay the same while a catalog grows a little.
 */

/** Inverse document frequency as in BM25: almost 0 for a term of every document, and without an upper bound. */
export function inverseDocumentFrequency(documents: number, total: number): number {
  const n = 2 ** (halfPowersIn(Math.max(documents, total)) / 2);
  const df = Math.min(2 ** (halfPowersIn(documents) / 2), n);
  return Math.log(1 + (n - df + 0.5) / (df + 0.5));
}

/** Rarity from 0 (every document has the term) to 1 (one document has it), on a logarithmic scale. */
export function relativeRarity(documents: number, total: number): number {
  if (total < 2) return 1;
  const share = halfPowersIn(documents) / Math.max(halfPowersIn(total), 1);
  return Math.min(Math.max(1 - share, 0), 1);
}

/** The nearest half power of two, as the number of half powers. A count below 1 is taken as 1. */
function halfPowersIn(count: number): number {
  return Math.round(Math.log2(Math.max(count, 1)) * 2);
}
