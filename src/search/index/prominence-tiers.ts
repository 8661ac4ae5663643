/**
 * Prominence tiers: equal steps of the prominence of documents. A document has a lexeme for its own tier and for each
 * lower one, so a look-up of one lexeme finds all documents that reach its tier. About half of the documents that
 * reach a tier also reach the next one.
 */
import { MARK_PREFIX } from './lexemes';

const TIERS = 32;
/** Lower tiers have no lexeme, because most documents are in them: seasons, episodes and items with few fields. */
const LOWEST_TIER = 12;

/** The lexemes of all tiers that have a lexeme, the highest first. */
export const PROMINENCE_TIERS: readonly string[] = Array.from(
  { length: TIERS - LOWEST_TIER },
  (_, index) => `${MARK_PREFIX.prominence}${TIERS - 1 - index}`,
);

/** Returns the lexemes of the tiers that a prominence from 0 to 1 reaches. */
export function tierLexemes(prominence: number): string[] {
  const highestTier = Math.min(TIERS - 1, Math.floor(prominence * TIERS));
  return highestTier < LOWEST_TIER ? [] : PROMINENCE_TIERS.slice(TIERS - 1 - highestTier);
}
