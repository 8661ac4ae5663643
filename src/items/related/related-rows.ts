/** Rows of the statements for related items. */
import type { MediaKind } from '../../common/media-id';
import type { MediaRefBase } from '../../database/entities/read-model/media-context.entity';
import type { SeedRow } from './seed/seed-row';

/**
 * The position of a row relative to the seed. `near`: a movie or series of the seed's library that is near in time to
 * the base (see `SeedRow`). All other positions are in the seed's series. `watch_next` is the next episode to watch.
 */
export type Position = 'child' | 'special' | 'next' | 'previous' | 'parent' | 'watch_next' | 'near';

/** The look-up by title in `probes`: finds movies and series with the title of the base (see `SeedRow`). */
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
   * The look-ups that found the row: 1, 2, … for facets; -1, -2, … for words; 0 for ids that the source of the seed or
   * of the item lists as related; `TITLE_PROBE` for the title. Null if no look-up found it.
   */
  readonly probes: readonly number[] | null;
  /**
   * Positions, each with its distance from the seed. Of a parent: 1 for the season, 2 for the series. Of another
   * season: the difference of the season numbers. Otherwise: the place among the rows with this position, from 1; for
   * `near`, among those on the same side of `base_year`. Null if there are no positions.
   */
  readonly positions: readonly (readonly [Position, number])[] | null;
  /**
   * Up to 100 facet keys of the item, one per line, people in billing order. Empty if the item shares no person and no
   * genre with the seed.
   */
  readonly facet_keys: string;
  /**
   * The item's external ids, and the ids that its source lists as related, as `has:` and `names:` keys. Null unless
   * these keys relate the item to the seed.
   */
  readonly provider_keys: readonly string[] | null;
}

/** The details of a related item that an answer shows. */
export interface RelatedDetails {
  /** UUID. */
  readonly media_id: string;
  readonly media: MediaRefBase;
  readonly library_name: string;
  /** Overview of the item; empty if it has none. */
  readonly overview: string;
  /** Labels of the people and genres that the item shares with the seed, by key. */
  readonly labels: Readonly<Record<string, string>>;
  readonly artifact_ids: string[];
}

/** A seed with the fields that an answer shows of it. */
export interface RelatedSeed extends SeedRow {
  readonly media: MediaRefBase;
  readonly artifact_ids: string[];
}

/** Candidates for a seed. */
export interface FoundCandidates {
  /** Not sorted. */
  readonly rows: readonly CandidateRow[];
  /** Whether the look-ups of `probes` found too many items to read all, or too many with the title of the seed. */
  readonly hasDroppedCandidates: boolean;
  /** Whether the limit on items near the seed in time left out movies or series of the seed's library. */
  readonly hasDroppedNearItems: boolean;
}
