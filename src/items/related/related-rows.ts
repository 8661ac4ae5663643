import type { MediaRefBase } from '../../database/entities/read-model/media-context.entity';
import type { CandidateRow } from './candidate-row';
import type { SeedRow } from './seed/related-seed';

/** The details of a related item that an answer shows. */
export interface RelatedDetails {
  /** UUID. */
  readonly media_id: string;
  readonly media: MediaRefBase;
  readonly library_name: string;
  /** Overview of the item; empty if it has none. */
  readonly overview: string;
  /** Labels of the requested facets, by key. */
  readonly labels: Readonly<Record<string, string>>;
  readonly artifact_ids: string[];
}

/** The seed as answers show it. */
export interface RelatedSeed extends SeedRow {
  readonly media: MediaRefBase;
  readonly artifact_ids: string[];
}

/** Candidates for a seed. */
export interface FoundCandidates {
  /** Not sorted. */
  readonly rows: readonly CandidateRow[];
  /** Whether the look-ups of terms and ids found more items than the maximum. */
  readonly hasDroppedCandidates: boolean;
  /** Whether the seed's library may have more movies and series before or after the seed's year than were read. */
  readonly hasDroppedNearItems: boolean;
}
