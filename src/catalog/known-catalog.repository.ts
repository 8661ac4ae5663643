/** Reads the part of the catalog that a batch refers to, with one statement that looks rows up by their keys. */
import type { EntityManager } from 'typeorm';
import type { MediaKind } from '../common/media-id';
import { isDistributed } from '../database/distribution/distribution';
import { READ_KNOWN_LISTS, READ_KNOWN_SQL } from './catalog.sql';
import { type KnownCatalog, type KnownMedia, type KnownWatchState, watchKey } from './ingest/known-catalog';
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

/** Returns the catalog rows that the records refer to, as visible in the transaction of `manager`. */
export async function readKnownCatalog(
  manager: EntityManager,
  records: readonly UpsertRecord[],
): Promise<KnownCatalog> {
  const references = referencesOf(records);
  const row = await readRow(manager, [
    [...references.media],
    [...references.libraries],
    [...references.usernameKeys],
    [...references.watched],
  ]);
  return {
    media: new Map((row?.media ?? []).map((tuple) => [tuple[0], toKnownMedia(tuple)])),
    libraries: new Map((row?.libraries ?? []).map(([id, name, libraryKind]) => [id, { name, libraryKind }])),
    userIds: new Map(row?.users ?? []),
    watchStates: new Map((row?.watch_states ?? []).map((tuple) => [watchKey(tuple[0], tuple[1]), toKnownWatch(tuple)])),
  };
}

async function readRow(
  manager: EntityManager,
  values: readonly [string[], string[], string[], string[]],
): Promise<KnownRow | undefined> {
  if (!isDistributed(manager)) return (await manager.query<KnownRow[]>(READ_KNOWN_SQL, [...values]))[0];
  const read = async <List>(statement: string, ...parameters: string[][]): Promise<List | null> => {
    if (parameters.some((ids) => ids.length === 0)) return null;
    const rows: { list: List | null }[] = await manager.query(statement, parameters);
    return rows[0]?.list ?? null;
  };
  const [media, libraries, names, watched] = values;
  return {
    media: await read<MediaTuple[]>(READ_KNOWN_LISTS.media, media),
    libraries: await read<LibraryTuple[]>(READ_KNOWN_LISTS.libraries, libraries),
    users: await read<UserTuple[]>(READ_KNOWN_LISTS.users, names),
    watch_states: await read<WatchTuple[]>(READ_KNOWN_LISTS.watch_states, names, watched),
  };
}

function referencesOf(
  records: readonly UpsertRecord[],
): Record<'media' | 'libraries' | 'usernameKeys' | 'watched', Set<string>> {
  const references = {
    media: new Set<string>(),
    libraries: new Set<string>(),
    usernameKeys: new Set<string>(),
    watched: new Set<string>(),
  };
  for (const record of records) {
    if (record.type === 'library') {
      references.libraries.add(record.libraryId);
      continue;
    }
    references.media.add(record.mediaId);
    if (record.type === 'watch_state') {
      references.usernameKeys.add(record.usernameKey);
      references.watched.add(record.mediaId);
      continue;
    }
    if (record.libraryId !== null) references.libraries.add(record.libraryId);
    if (record.seriesId !== null) references.media.add(record.seriesId);
    if (record.seasonId !== null) references.media.add(record.seasonId);
  }
  return references;
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
