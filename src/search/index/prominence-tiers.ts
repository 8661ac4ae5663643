/**
 * Prominence as lexemes: each document has one for every step that it reaches, so that the documents above a step are
 * one look-up in the index of words. A step has about as many documents as all above it together.
 */
import { MARK_PREFIX } from './lexemes';

const STEPS = 32;
/** Below it lie seasons, episodes and what hardly anything is known of: most of a catalog, and no use to look up. */
const FIRST_STEP = 12;

/** The lexemes of all steps, the highest first: from few documents to many. */
export const PROMINENCE_TIERS: readonly string[] = Array.from(
  { length: STEPS - FIRST_STEP },
  (_, index) => `${MARK_PREFIX.prominence}${STEPS - 1 - index}`,
);

/** The lexemes of the steps that a prominence from 0 to 1 reaches. */
export function tierLexemes(prominence: number): string[] {
  const reached = Math.min(STEPS - 1, Math.floor(prominence * STEPS));
  return reached < FIRST_STEP ? [] : PROMINENCE_TIERS.slice(STEPS - 1 - reached);
}
