/** Constants for the parts of a score, and the conversion of their sum to a score from 0 to 1. */
import type { MediaKind } from '../../common/media-id';
import { WHOLE_BONUS_MAX } from '../query/weights/score-parameters';

/* docs/search.md explains each number and how it was chosen. */
/** Bonus for a title that contains the words of the query. */
export const TITLE_BONUS = 2.2;
/** Bonus for a title that is the whole query. */
export const EXACT_BONUS = 1;
/** Bonus for a title with the accents of the query. */
export const ACCENT_BONUS = 0.6;
/** Highest factor of the prominence of an item (see `ScoreParameters.prominenceWithoutTitle`). */
export const PROMINENCE_OF_TITLES = 0.5;
export const KIND_BONUS: Readonly<Record<MediaKind, number>> = { series: 0.03, movie: 0.03, season: 0.01, episode: 0 };
/**
 * Bonus for a title that consists of the stop words at one end of the query, if the item has all content words of the
 * query: "Her" for "her jane doe".
 */
export const STOP_WORD_TITLE_BONUS = 0.3;
/** Bonus for an item whose kind the query names. */
export const NAMED_KIND_BONUS = 0.15;
/**
 * Bonus for a row with all pairs of neighbouring words of the query in names of people and characters. Fewer pairs give
 * a part of it. Pairs in the overview or tagline usually count half.
 */
export const PAIRS_BONUS = 0.4;
/** Bonus for a row with all pairs of a `Run` (see `pairs.ts`), such as a whole name. */
export const RUN_BONUS = 0.3;
/** Bonus for a row in which all people of the query have the requested roles; a share of it if only some have. */
export const ROLE_BONUS = 0.4;
/**
 * The highest sum without `STOP_WORD_TITLE_BONUS`, which an item seldom has together with other bonuses of titles. The
 * 1 is the highest `TextFit.score` without the bonus for the whole query.
 */
export const MAX_SUM =
  1 +
  WHOLE_BONUS_MAX +
  TITLE_BONUS +
  EXACT_BONUS +
  ACCENT_BONUS +
  PROMINENCE_OF_TITLES +
  KIND_BONUS.movie +
  NAMED_KIND_BONUS +
  PAIRS_BONUS +
  RUN_BONUS +
  ROLE_BONUS;
/**
 * Names the order of candidates. A cursor contains a score, so a cursor of another order would repeat or skip
 * candidates. Increase the number before the slash if a change moves scores: `score-scale.spec.ts` compares some scores
 * and this name. A new `MAX_SUM` changes the name by itself.
 */
export const ORDER_NAME = `4/${MAX_SUM.toFixed(3)}`;
const SCORE_STEPS = 1e6;

/** Returns the next higher score; at most 1. */
export function scoreAbove(score: number): number {
  return Math.min(SCORE_STEPS, Math.round(score * SCORE_STEPS) + 1) / SCORE_STEPS;
}

/** Converts the sum of the parts to a score: above 0, at most 1, six decimals. */
export function toScore(sum: number): number {
  return Math.max(1, Math.round(Math.min(1, sum / MAX_SUM) * SCORE_STEPS)) / SCORE_STEPS;
}

/** Converts a score back to the sum of the parts. */
export function toSum(score: number): number {
  return score * MAX_SUM;
}
