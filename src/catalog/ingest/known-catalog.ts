import type { MediaKind } from '../../common/media-id';
import type { WatchStateValues } from '../watch-state/watch-progress';

/** A stored or planned library. */
export interface KnownLibrary {
  readonly name: string;
  readonly libraryKind: string;
}

/** A stored or planned item. */
export interface KnownMedia {
  readonly kind: MediaKind;
  readonly libraryId: string;
  readonly seriesId: string | null;
  readonly seasonId: string | null;
  readonly contentHash: string;
}

/** A stored or planned watch state. */
export interface KnownWatchState extends WatchStateValues {
  /** RFC 3339, UTC, milliseconds. */
  readonly lastWatchedAt: string;
}

/** The part of the stored catalog that a batch refers to. */
export interface KnownCatalog {
  /** By library id. */
  readonly libraries: ReadonlyMap<string, KnownLibrary>;
  /** By the UUID of the item. */
  readonly media: ReadonlyMap<string, KnownMedia>;
  /** The ids of users, by username key (see `toUsernameKey`). */
  readonly userIds: ReadonlyMap<string, string>;
  /** By `watchKey`. */
  readonly watchStates: ReadonlyMap<string, KnownWatchState>;
}

/** Returns the key of the watch state of a user for an item. */
export function watchKey(userId: string, mediaId: string): string {
  return `${userId} ${mediaId}`;
}
