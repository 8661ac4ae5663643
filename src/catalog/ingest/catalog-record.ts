/** The records of a catalog import after they were checked and normalised: all that the store needs to know. */
import type { MediaKind } from '../../common/media-id';

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
  /** Of `columns`. */
  readonly contentHash: string;
  /** The normalised record as canonical JSON, in the names of the table's columns, without library and hash. */
  readonly columns: string;
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
