/** A candidate before and after it is ranked. */
import type { MediaKind } from '../../../common/media-id';
import type { RelationshipKind } from '../../items.dto';
import type { SeedRow, SeedTerm } from '../related-seed';
import type { RetrievalPlan } from '../retrieval-plan';
import type { SharedTerm } from './shared-terms';

/** The position of a row in the seed's series, or `near` for one that is near in time. */
export type Place = 'child' | 'special' | 'next' | 'previous' | 'parent' | 'watch_next' | 'near';

/** The probe of a row that has the title of the seed. */
export const TITLE_PROBE = 1_000;

/** A candidate as the statement returns it. */
export interface CandidateRow {
  readonly library_id: string;
  /** UUID. */
  readonly media_id: string;
  readonly media_kind: MediaKind;
  readonly series_id: string | null;
  readonly title: string;
  readonly year: number | null;
  readonly franchise_keys: readonly string[];
  /** Whether it has no people or no overview, so that it cannot share much. */
  readonly sparse: boolean;
  /** The beginning of the overview if a look-up of words or of the title found the row, else empty. */
  readonly overview: string;
  /**
   * Look-ups that found the row, counted from one: positive for facets, negative for words; zero for provider ids, and
   * `TITLE_PROBE` for the title.
   */
  readonly probes: readonly number[] | null;
  /** Positions, each with its distance from the seed. */
  readonly places: readonly (readonly [Place, number])[] | null;
  /** Keys of its facets, people in order of billing, one on a line; empty if the seed has none of them. */
  readonly facet_keys: string;
  /** Null unless the row and the seed share or name one of these ids. */
  readonly provider_keys: readonly string[] | null;
}

/** One reason why two items are related. */
export interface Signal {
  readonly kind: RelationshipKind;
  /** Its part of the strength, above 0 and at most 1, to four decimals. */
  readonly weight: number;
  /** Shared terms, the rarest first; none for hierarchy, provider and library. */
  readonly terms: readonly SeedTerm[];
  /** For titles and overviews, once they are compared: the terms that both texts contain as whole words. Never empty. */
  readonly spelled?: readonly SharedTerm[];
}

/** A candidate with its signals and strength. */
export interface RankedCandidate {
  readonly row: CandidateRow;
  /** The heaviest first. */
  readonly signals: readonly [Signal, ...Signal[]];
  /** Sum of the signals' weights, 0 to 1, to four decimals. */
  readonly strength: number;
}

/** What to rank for. */
export interface RankingRequest {
  readonly seed: SeedRow;
  readonly terms: readonly SeedTerm[];
  readonly plan: RetrievalPlan;
  /** Relationships to look at; null for all, with at most three items of one franchise or series. */
  readonly kinds: ReadonlySet<RelationshipKind> | null;
}
