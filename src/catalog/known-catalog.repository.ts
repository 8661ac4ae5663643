/** Reads the part of the catalog that a batch refers to, with one statement of indexed look-ups. */
import type { EntityManager } from 'typeorm';
import type { MediaKind } from '../common/media-id';
import { READ_KNOWN_SQL } from './catalog.sql';
import { type KnownCatalog, type KnownMedia, type KnownWatchState, watchKey } from './ingest/batch-plan';
import type { UpsertRecord } from './ingest/records/catalog-record';
import type { WatchState } from './watch-state/watch-progress';

type MediaTuple = [string, string, MediaKind, string | null, string | null, string];
type LibraryTuple = [string, string, string];
type UserTuple = [string, string];
type WatchTuple = [string, string, WatchState, number, number, number, string];

interface KnownRow {
  readonly media: MediaTuple[] | null;
  readonly libraries: LibraryTuple[] | null;
  readonly users: UserTuple[] | null;
  readonly watch_states: WatchTuple[] | null;
}

/** The catalog rows that the records refer to, as visible in the manager's transaction. */
export async function readKnownCatalog(
  manager: EntityManager,
  records: readonly UpsertRecord[],
): Promise<KnownCatalog> {
  const named = namedBy(records);
  const [row] = await manager.query<KnownRow[]>(READ_KNOWN_SQL, [
    [...named.media],
    [...named.libraries],
    [...named.usernameKeys],
    [...named.watched],
  ]);
  return {
    media: new Map((row?.media ?? []).map((tuple) => [tuple[0], toKnownMedia(tuple)])),
    libraries: new Map((row?.libraries ?? []).map(([id, name, libraryKind]) => [id, { name, libraryKind }])),
    userIds: new Map(row?.users ?? []),
    watchStates: new Map((row?.watch_states ?? []).map((tuple) => [watchKey(tuple[0], tuple[1]), toKnownWatch(tuple)])),
  };
}

function namedBy(
  records: readonly UpsertRecord[],
): Record<'media' | 'libraries' | 'usernameKeys' | 'watched', Set<string>> {
  const named = {
    media: new Set<string>(),
    libraries: new Set<string>(),
    usernameKeys: new Set<string>(),
    watched: new Set<string>(),
  };
  for (const record of records) {
    if (record.type === 'library') {
      named.libraries.add(record.libraryId);
      continue;
    }
    named.media.add(record.mediaId);
    if (record.type === 'watch_state') {
      named.usernameKeys.add(record.usernameKey);
      named.watched.add(record.mediaId);
      continue;
    }
    if (record.libraryId !== null) named.libraries.add(record.libraryId);
    if (record.seriesId !== null) named.media.add(record.seriesId);
    if (record.seasonId !== null) named.media.add(record.seasonId);
  }
  return named;
}

function toKnownMedia([, libraryId, kind, seriesId, seasonId, contentHash]: MediaTuple): KnownMedia {
  return { libraryId, kind, seriesId, seasonId, contentHash };
}

function toKnownWatch([
  ,
  ,
  state,
  positionSeconds,
  durationSeconds,
  thresholdPercent,
  lastWatchedAt,
]: WatchTuple): KnownWatchState {
  return { state, positionSeconds, durationSeconds, thresholdPercent, lastWatchedAt };
}
