/** Removes rows that match only a small part of a query. docs/search.md explains the numbers. */

/** Rows that contain less than this share of the query are removed if their score is also low. */
const MIN_SHARE = 0.5;
/** A score is low if it is below this share of the score of the first row. */
const MIN_SCORE_RATIO = 0.12;
/** Rows that match only corrections of words are removed if they contain less than this share of the query. */
const MIN_CORRECTED_SHARE = 0.3;
/** Replaces `MIN_CORRECTED_SHARE` if the query has several content words and a row answers the query. */
const MIN_CORRECTED_SHARE_IF_ANSWERED = 0.6;
/** A row answers a query if it contains at least this share of the query, and at least one word without correction. */
const ANSWERED_SHARE = 0.9;

/** The score of a row, the share of the query that it contains, and whether it contains a word without correction. */
export interface AssessedMatch {
  readonly score: number;
  readonly share: number;
  readonly hasUncorrectedWord: boolean;
}

/** Returns the rows that match enough of a query. `ranked` must be sorted, best first. */
export function removeWeakMatches<T extends AssessedMatch>(ranked: readonly T[], hasSeveralWords: boolean): T[] {
  const minScore = (ranked[0]?.score ?? 0) * MIN_SCORE_RATIO;
  const isAnswered =
    hasSeveralWords && ranked.some(({ share, hasUncorrectedWord }) => hasUncorrectedWord && share >= ANSWERED_SHARE);
  const minCorrectedShare = isAnswered ? MIN_CORRECTED_SHARE_IF_ANSWERED : MIN_CORRECTED_SHARE;
  return ranked.filter(({ score, share, hasUncorrectedWord }) => {
    if (share < minCorrectedShare && !hasUncorrectedWord) return false;
    return share >= MIN_SHARE || score >= minScore;
  });
}
