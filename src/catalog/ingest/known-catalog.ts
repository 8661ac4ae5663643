import type { MediaKind } from '../../common/media-id';
import type { WatchStateValues } from '../watch-state/watch-progress';

export interface KnownLibrary {
  readonly name: string;
  readonly libraryKind: string;
}

export interface KnownMedia {
  readonly kind: MediaKind;
  readonly libraryId: string;
  readonly seriesId: string | null;
  readonly seasonId: string | null;
  readonly contentHash: string;
}

export interface KnownWatchState extends WatchStateValues {
  /** RFC 3339, UTC, milliseconds. */
  readonly lastWatchedAt: string;
}

/**
 * The part of the catalog that a batch refers to. The keys are UUIDs of libraries and media, username keys of users,
 * and results of `watchKey`.
 */
export interface KnownCatalog {
  readonly libraries: ReadonlyMap<string, KnownLibrary>;
  readonly media: ReadonlyMap<string, KnownMedia>;
  readonly userIds: ReadonlyMap<string, string>;
  readonly watchStates: ReadonlyMap<string, KnownWatchState>;
}

/** Returns the key of the watch state of a user for an item. */
export function watchKey(userId: string, mediaId: string): string {
  return `${userId} ${mediaId}`;
}
