/** Records of a catalog import after validation and normalization. */
import type { MediaKind } from '../../../common/media-id';
import type { LibraryKind } from '../../../database/entities/catalog/library.entity';
import type { MediaItemEntity } from '../../../database/entities/catalog/media-item.entity';

/** Ids of the item and of its parents, and columns that are computed. */
type NonDescriptive =
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
 * Descriptive values of a record, by column of `media_items`. Absent values are undefined, so that a new column does
 * not change the hash of older records. `available` is undefined if it is true.
 */
export type MediaValues = {
  readonly [Column in Exclude<keyof MediaItemEntity, NonDescriptive | 'available'>]?: NonNullable<
    MediaItemEntity[Column]
  >;
} & { readonly available?: false };

/** A library to create or rename. */
export interface LibraryRecord {
  readonly type: 'library';
  readonly line: number;
  /** UUID, canonical. */
  readonly libraryId: string;
  readonly name: string;
  readonly libraryKind: LibraryKind;
}

/** Ids of an item and its parents. Seasons and episodes belong to the library of their series. */
export type MediaIds = {
  readonly kind: MediaKind;
  /** UUID, canonical. */
  readonly mediaId: string;
} & (
  | { readonly libraryId: string; readonly seriesId: null; readonly seasonId: null }
  | { readonly libraryId: null; readonly seriesId: string; readonly seasonId: string | null }
);

/** A movie, series, season or episode. */
export type MediaRecord = MediaIds & {
  readonly type: 'media';
  readonly line: number;
  /** First 128 bits of the SHA-256 of the record as JSON, without its library, in hexadecimal digits. */
  readonly contentHash: string;
  /** Length of the hashed JSON in UTF-16 code units. */
  readonly chars: number;
  /** The normalized values by column name. */
  readonly values: MediaValues;
};

/** Progress of a user in a movie or an episode. */
export interface WatchStateRecord {
  readonly type: 'watch_state';
  readonly line: number;
  /** Result of `toUsernameKey` for the name in the record. */
  readonly usernameKey: string;
  readonly kind: 'movie' | 'episode';
  /** UUID, canonical. */
  readonly mediaId: string;
  readonly positionSeconds: number;
  /** Zero when unknown. */
  readonly durationSeconds: number;
  /** Null if the field is absent or null. */
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

/** A line of an import, checked and normalized. */
export type CatalogRecord = UpsertRecord | DeleteRecord;
