import type { ArtifactRow } from '../../read-model/artifacts/artifact-row';
import type { ContextPerson, MediaFacet, MediaRefBase } from '../../database/entities/read-model/media-context.entity';
import type { EpisodeProgress, ItemWatchState } from './item-context.dto';
import type { SeedRow } from '../related/seed/seed-row';

/** The series, the season or a neighbour of the requested item. */
export interface ReferenceRow {
  readonly media: MediaRefBase;
  readonly artifact_ids: string[];
  readonly source_hash: string;
}

/** An item with the data of its context. */
export interface ContextRow extends Pick<SeedRow, 'library_id' | 'media_id' | 'media_kind'> {
  readonly media: MediaRefBase;
  readonly summary_text: string;
  readonly people: ContextPerson[];
  readonly people_total: number;
  readonly all_facets: readonly MediaFacet[];
  readonly missing_fields: string[];
  readonly source_hash: string;
  readonly library_name: string;
  readonly series: ReferenceRow | null;
  readonly season: ReferenceRow | null;
  readonly previous: ReferenceRow | null;
  readonly next: ReferenceRow | null;
  readonly own_state: Omit<ItemWatchState, 'episodes'> | null;
  /** Progress in the episodes of a series or a season. For other items, null or counts of zero. */
  readonly progress:
    (EpisodeProgress & { readonly last_watched_at: string | null; readonly specials_in_progress: number }) | null;
  readonly artifacts: readonly ArtifactRow[];
}

/** An item with its context, and with the terms that find its related items. */
export interface ItemRow extends SeedRow, ContextRow {}
