/** The records of a catalog import after they were checked and normalised: all that the store needs to know. */
import type { MediaKind } from '../../../common/media-id';
import type { MediaItemEntity } from '../../../database/entities/catalog/media-item.entity';

/** Columns that a record has by its place in the hierarchy, or that the store fills. */
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
 * What a record says beyond its place in the hierarchy, in the columns of `media_items`. Columns that it leaves out are
 * absent, so that a column added later does not change the hash of older records. `available` is absent when true.
 */
export type MediaValues = {
  readonly [Column in Exclude<keyof MediaItemEntity, Placed | 'available'>]?: NonNullable<MediaItemEntity[Column]>;
} & { readonly available?: false };

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
