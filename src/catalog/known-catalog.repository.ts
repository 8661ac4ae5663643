/**
 * Reads the part of the catalog that a batch refers to, with one statement, or with up to four in a distributed
 * database.
 */
import type { EntityManager } from 'typeorm';
import { isDistributed } from '../database/distribution/distribution';
import { READ_KNOWN_PARTS, READ_KNOWN_SQL } from './catalog.sql';
import type { KnownCatalog, KnownLibrary, KnownMedia, KnownWatchState } from './ingest/known-catalog';
import type { UpsertRecord } from './ingest/records/catalog-record';

/** The parts of the known catalog: rows by id or `watchKey`, and user ids by username key. An empty part is null. */
interface KnownRow {
  readonly media: Readonly<Record<string, KnownMedia>> | null;
  readonly libraries: Readonly<Record<string, KnownLibrary>> | null;
  readonly users: Readonly<Record<string, string>> | null;
  readonly watch_states: Readonly<Record<string, KnownWatchState>> | null;
}

/** The parameters of `READ_KNOWN_SQL`. */
type References = [media: string[], libraries: string[], usernameKeys: string[], watchedMedia: string[]];

/** Returns the catalog rows that the records refer to. */
export async function readKnownCatalog(
  manager: EntityManager,
  records: readonly UpsertRecord[],
): Promise<KnownCatalog> {
  const row = await readRow(manager, referencesOf(records));
  return {
    media: new Map(Object.entries(row?.media ?? {})),
    libraries: new Map(Object.entries(row?.libraries ?? {})),
    userIds: new Map(Object.entries(row?.users ?? {})),
    watchStates: new Map(Object.entries(row?.watch_states ?? {})),
  };
}

async function readRow(manager: EntityManager, values: References): Promise<KnownRow | undefined> {
  if (!isDistributed(manager)) return (await manager.query<KnownRow[]>(READ_KNOWN_SQL, values))[0];
  const read = async <Part extends keyof KnownRow>(
    part: Part,
    ...parameters: string[][]
  ): Promise<KnownRow[Part] | null> => {
    if (parameters.some((ids) => ids.length === 0)) return null;
    const rows: { part: KnownRow[Part] }[] = await manager.query(READ_KNOWN_PARTS[part], parameters);
    return rows[0]?.part ?? null;
  };
  const [media, libraries, usernameKeys, watchedMedia] = values;
  return {
    media: await read('media', media),
    libraries: await read('libraries', libraries),
    users: await read('users', usernameKeys),
    watch_states: await read('watch_states', usernameKeys, watchedMedia),
  };
}

function referencesOf(records: readonly UpsertRecord[]): References {
  const media = new Set<string>();
  const libraries = new Set<string>();
  const usernameKeys = new Set<string>();
  const watchedMedia = new Set<string>();
  for (const record of records) {
    if (record.type === 'library') {
      libraries.add(record.libraryId);
      continue;
    }
    media.add(record.mediaId);
    if (record.type === 'watch_state') {
      usernameKeys.add(record.usernameKey);
      watchedMedia.add(record.mediaId);
      continue;
    }
    if (record.libraryId !== null) libraries.add(record.libraryId);
    if (record.seriesId !== null) media.add(record.seriesId);
    if (record.seasonId !== null) media.add(record.seasonId);
  }
  return [[...media], [...libraries], [...usernameKeys], [...watchedMedia]];
}
