/** Records of a catalog import after validation and normalisation. */
import type { MediaKind } from '../../../common/media-id';
import type { MediaItemEntity } from '../../../database/entities/catalog/media-item.entity';

/** Columns that follow from the place of a record in the hierarchy, or that the store sets. */
type Placed =
  | 'library_id'
  | 'media_id'
  | 'media_kind'
  | 'series_id'
  | 'season_id'
  | 'content_hash'
  | 'revision'
  | 'created_at'
  | 'updated_at';

/**
 * Descriptive values of a record, by column of `media_items`. Absent values are undefined, so that a column added later
 * does not change the hash of older records. `available` is absent when true.
 */
export type MediaValues = {
  readonly [Column in Exclude<keyof MediaItemEntity, Placed | 'available'>]?: NonNullable<MediaItemEntity[Column]>;
} & { readonly available?: false };

/** A library to create or rename. */
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
  /** Null for seasons and episodes, which belong to the library of their series. */
  readonly libraryId: string | null;
  /** Null for movies and series. */
  readonly seriesId: string | null;
  /** Set only for episodes. */
  readonly seasonId: string | null;
  /** Hash of the record as canonical JSON, in hex. */
  readonly contentHash: string;
  /** Length of that JSON in UTF-16 code units. Counts towards the maximum length of a batch. */
  readonly chars: number;
  /** The normalised record by column name. */
  readonly values: MediaValues;
}

/** Progress of a user in a movie or an episode. */
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
  /** Null when the source does not give it. */
  readonly completed: boolean | null;
  /** RFC 3339, UTC, milliseconds. */
  readonly lastWatchedAt: string;
}

/** Removal of an item and all items below it. */
export interface DeleteMediaRecord {
  readonly type: 'delete_media';
  readonly line: number;
  readonly kind: MediaKind;
  /** UUID, canonical. */
  readonly mediaId: string;
}

/** Removal of a library and all items in it. */
export interface DeleteLibraryRecord {
  readonly type: 'delete_library';
  readonly line: number;
  /** UUID, canonical. */
  readonly libraryId: string;
}

/** A record that creates or replaces rows. */
export type UpsertRecord = LibraryRecord | MediaRecord | WatchStateRecord;

/** A record that removes rows. */
export type DeleteRecord = DeleteMediaRecord | DeleteLibraryRecord;

/** A line of an import, checked and normalised. */
export type CatalogRecord = UpsertRecord | DeleteRecord;
