/** Leaves out rows that match a small part of a query only. docs/search.md explains each number. */
/** Rows with less than this share of the query are left out if their score is below the floor. */
const FRACTION = 0.5;
/** The floor, as a share of the score of the first row. */
const FLOOR = 0.12;
/** Rows without a word of the query as it is written need this share of the query in corrected words. */
const MISSPELLED_SHARE = 0.3;
/** The same if another row has several words of the query as they are written, and this share of it. */
const MISSPELLED_SHARE_IF_ANSWERED = 0.6;
const ANSWERED_SHARE = 0.9;
/** A score, and as `TextFit` how much of the query the row contains. */
export interface Assessment {
  readonly score: number;
  readonly share: number;
  readonly exact: boolean;
}

/** The rows that match enough of a query. `ranked` is best first. */
export function withoutFractions<T extends Assessment>(ranked: readonly T[], hasSeveralWords: boolean): T[] {
  const least = (ranked[0]?.score ?? 0) * FLOOR;
  const isAnswered = hasSeveralWords && ranked.some(({ share, exact }) => exact && share >= ANSWERED_SHARE);
  const misspelled = isAnswered ? MISSPELLED_SHARE_IF_ANSWERED : MISSPELLED_SHARE;
  return ranked.filter(({ score, share, exact }) => {
    if (share < misspelled && !exact) return false;
    return share >= FRACTION || score >= least;
  });
}
