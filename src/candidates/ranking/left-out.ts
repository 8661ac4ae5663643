/** Removes rows that match only a small part of a query. docs/search.md explains each number. */

/** Rows that contain less than this share of the query are removed if their score is below the floor. */
const FRACTION = 0.5;
/** The floor, as a share of the score of the first row. */
const FLOOR = 0.12;
/** Rows without a word of the query as it is written need this share of the query in corrected words. */
const MISSPELLED_SHARE = 0.3;
/** The same if another row has several words of the query as they are written, and this share of it. */
const MISSPELLED_SHARE_IF_ANSWERED = 0.6;
const ANSWERED_SHARE = 0.9;

/** The score of a row, and how much of the query it contains (see `TextFit`). */
export interface Assessment {
  readonly score: number;
  readonly share: number;
  readonly exact: boolean;
}

/** Returns the rows that match enough of a query. `ranked` must be sorted, best first. */
export function withoutFractions<T extends Assessment>(ranked: readonly T[], hasSeveralWords: boolean): T[] {
  const least = (ranked[0]?.score ?? 0) * FLOOR;
  const isAnswered = hasSeveralWords && ranked.some(({ share, exact }) => exact && share >= ANSWERED_SHARE);
  const misspelled = isAnswered ? MISSPELLED_SHARE_IF_ANSWERED : MISSPELLED_SHARE;
  return ranked.filter(({ score, share, exact }) => {
    if (share < misspelled && !exact) return false;
    return share >= FRACTION || score >= least;
  });
}
