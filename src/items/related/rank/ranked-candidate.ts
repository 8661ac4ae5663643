import type { RelationshipKind } from '../relationship-kinds';
import type { SeedRow, SeedTerm } from '../seed/seed-row';
import type { RetrievalPlan } from '../retrieval-plan';
import type { SharedTerm } from './shared-terms';
import type { CandidateRow } from '../related-rows';

/** One reason why two items are related. */
export interface Signal {
  readonly kind: RelationshipKind;
  /** Amount that the signal adds to the strength: above 0 and at most 1, to four decimals. */
  readonly weight: number;
  /** Shared terms, the rarest first; empty for relationships without terms, such as `same_series`. */
  readonly terms: readonly SeedTerm[];
  /** `terms` with their spellings, if the titles or overviews of both items were compared. Never empty. */
  readonly sharedTerms?: readonly SharedTerm[];
}

/** A candidate with its signals and strength. */
export interface RankedCandidate {
  readonly row: CandidateRow;
  /** The signals, the highest weight first. */
  readonly signals: readonly [Signal, ...Signal[]];
  /** Sum of the signals' weights, 0 to 1, to four decimals. */
  readonly strength: number;
}

/** The seed and its terms, with which candidates are compared. */
export interface RankingRequest {
  readonly seed: SeedRow;
  readonly terms: readonly SeedTerm[];
  readonly plan: RetrievalPlan;
  /** Requested relationships; null for all. */
  readonly kinds: ReadonlySet<RelationshipKind> | null;
}
