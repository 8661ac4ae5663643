/** The records of a catalog import after they were checked and normalised: all that the store needs to know. */
import type { MediaKind } from '../../common/media-id';
import type { CatalogFile, CatalogPerson } from '../../database/entities/media-item.entity';

/**
 * What a record says beyond its place in the hierarchy. Absent members are left out, so that a column added later
 * changes no hash of a record that lacks it.
 */
export interface MediaValues {
  readonly season_number?: number;
  readonly episode_number?: number;
  readonly absolute_number?: number;
  readonly title?: string;
  readonly original_title?: string;
  readonly sort_title?: string;
  readonly aliases?: string[];
  readonly year?: number;
  readonly release_date?: string;
  readonly last_air_date?: string;
  readonly series_status?: string;
  readonly runtime_minutes?: number;
  readonly overview?: string;
  readonly tagline?: string;
  readonly genres?: string[];
  readonly keywords?: string[];
  readonly people?: CatalogPerson[];
  readonly studios?: string[];
  readonly countries?: string[];
  readonly original_language?: string;
  readonly content_rating?: string;
  readonly popularity?: number;
  readonly external_ids?: Record<string, string>;
  readonly provider_related?: string[];
  /** Left out when true, the default. */
  readonly available?: false;
  readonly files?: CatalogFile[];
}

/** A library: new, renamed or as it is. */
export interface LibraryRecord {
  readonly type: 'library';
  readonly line: number;
  /** UUID, canonical. */
  readonly libraryId: string;
  readonly name: string;
  readonly libraryKind: 'movies' | 'series';
}

/** A movie, series, season or episode. */
export interface MediaRecord {
  readonly type: 'media';
  readonly line: number;
  readonly kind: MediaKind;
  /** UUID, canonical. */
  readonly mediaId: string;
  /** Null for seasons and episodes: theirs is their series' library. */
  readonly libraryId: string | null;
  /** Null for movies and series. */
  readonly seriesId: string | null;
  /** Set for episodes alone. */
  readonly seasonId: string | null;
  /** Of the record as canonical JSON. */
  readonly contentHash: string;
  /** Length of that JSON: what the record weighs in a batch. */
  readonly chars: number;
  /** The normalised record in the names of the table's columns; what it does not say is undefined. */
  readonly values: MediaValues;
}

/** How far a user has come in a movie or an episode. */
export interface WatchStateRecord {
  readonly type: 'watch_state';
  readonly line: number;
  readonly usernameKey: string;
  readonly kind: 'movie' | 'episode';
  /** UUID, canonical. */
  readonly mediaId: string;
  readonly positionSeconds: number;
  /** Zero when unknown. */
  readonly durationSeconds: number;
  /** Null when the source does not say. */
  readonly completed: boolean | null;
  /** RFC 3339, UTC, milliseconds. */
  readonly lastWatchedAt: string;
}

/** Removal of an item with all that belongs to it. */
export interface DeleteMediaRecord {
  readonly type: 'delete_media';
  readonly line: number;
  readonly kind: MediaKind;
  /** UUID, canonical. */
  readonly mediaId: string;
}

/** Removal of a library with all that is in it. */
export interface DeleteLibraryRecord {
  readonly type: 'delete_library';
  readonly line: number;
  /** UUID, canonical. */
  readonly libraryId: string;
}

/** A record that writes. */
export type UpsertRecord = LibraryRecord | MediaRecord | WatchStateRecord;

/** A record that removes. */
export type DeleteRecord = DeleteMediaRecord | DeleteLibraryRecord;

/** A line of an import, checked and normalised. */
export type CatalogRecord = UpsertRecord | DeleteRecord;
