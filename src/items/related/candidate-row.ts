/** A candidate for related items, as the statements return it. */
import type { MediaKind } from '../../common/media-id';

/** The position of a row in the seed's series; `near` for a movie or a series of about the same year. */
export type Position = 'child' | 'special' | 'next' | 'previous' | 'parent' | 'watch_next' | 'near';

/** Number of the look-up that finds items with the title of the seed. */
export const TITLE_PROBE = 1_000;

/** A candidate for related items. */
export interface CandidateRow {
  readonly library_id: string;
  /** UUID. */
  readonly media_id: string;
  readonly media_kind: MediaKind;
  readonly series_id: string | null;
  readonly title: string;
  readonly year: number | null;
  readonly franchise_keys: readonly string[];
  /** Whether the item has no people or no overview. */
  readonly sparse: boolean;
  /** Up to 2,000 code points of the overview if a look-up of words or of the title found the row; otherwise empty. */
  readonly overview: string;
  /**
   * The look-ups that found the row: 1, 2, … for facets; -1, -2, … for words; 0 for provider ids; `TITLE_PROBE` for the
   * title. Null if no look-up found it.
   */
  readonly probes: readonly number[] | null;
  /** Positions, each with its distance from the seed; null if there are none. */
  readonly positions: readonly (readonly [Position, number])[] | null;
  /** Facet keys, one per line, people in billing order; empty if the seed has none of these facets. */
  readonly facet_keys: string;
  /** Null unless the item and the seed have a provider id in common, or one names the other. */
  readonly provider_keys: readonly string[] | null;
}
