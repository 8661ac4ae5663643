/** SQL statements that read and write the catalog for an import, and the format in which new items are copied. */
import { CopyFormat } from '../database/copy/copy-format';
import { MediaItemEntity } from '../database/entities/catalog/media-item.entity';
import { columnsOf, type RowOf } from '../database/entities/entity-columns';

/** A row of `media_items` without `created_at` and `updated_at`. The `bigint` column `revision` is a number here. */
export type MediaRow = Omit<RowOf<MediaItemEntity>, 'created_at' | 'updated_at' | 'revision'> & {
  readonly revision: number;
};

/** COPY format of a `media_items` row. */
export const MEDIA_FORMAT = new CopyFormat<MediaRow>(
  columnsOf(MediaItemEntity, { except: ['created_at', 'updated_at'] }),
);

/**
 * Reads the catalog rows that a batch refers to. Returns one row with four JSON objects: items by UUID, libraries by
 * library id, user ids by username key, and watch states by `watchKey`. An object without members is null. Parameters:
 * `$1` UUIDs of items, `$2` library ids, `$3` username keys, `$4` UUIDs of the items of watch states.
 */
export const READ_KNOWN_SQL = `
SELECT (${knownMedia('$1')}) AS media, (${knownLibraries('$2')}) AS libraries,
       (${knownUsers('$3')}) AS users, (${knownWatchStates('$3', '$4')}) AS watch_states`;

/** The parts of `READ_KNOWN_SQL`. On a distributed database, each part is a separate statement. */
export const READ_KNOWN_PARTS = {
  media: knownMedia('$1'),
  libraries: knownLibraries('$1'),
  users: knownUsers('$1'),
  watch_states: knownWatchStates('$1', '$2'),
} as const;

function knownMedia(ids: string): string {
  return `SELECT json_object_agg(media_id, json_build_object('libraryId', library_id, 'kind', media_kind,
                 'seriesId', series_id, 'seasonId', season_id, 'contentHash', content_hash)) AS part
          FROM media_items WHERE media_id = ANY(${ids}::uuid[])`;
}

function knownLibraries(ids: string): string {
  return `SELECT json_object_agg(library_id, json_build_object('name', name, 'libraryKind', library_kind)) AS part
          FROM libraries WHERE library_id = ANY(${ids}::uuid[])`;
}

function knownUsers(names: string): string {
  return `SELECT json_object_agg(username_key, user_id) AS part
          FROM users WHERE username_key = ANY(${names}::text[])`;
}

/** The keys of the object have the form of `watchKey`. */
function knownWatchStates(names: string, ids: string): string {
  return `SELECT json_object_agg(w.user_id || ' ' || w.media_id, json_build_object('state', w.state,
                 'positionSeconds', w.position_seconds, 'durationSeconds', w.duration_seconds,
                 'thresholdPercent', w.threshold_percent, 'lastWatchedAt',
                 to_char(w.last_watched_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))) AS part
          FROM users u JOIN watch_states w ON w.user_id = u.user_id
         WHERE u.username_key = ANY(${names}::text[]) AND w.media_id = ANY(${ids}::uuid[])`;
}

/** Inserts libraries, or renames existing libraries. `$1` is a JSON list of `LibraryRecord`s. */
export const UPSERT_LIBRARIES_SQL = `
INSERT INTO libraries AS l (library_id, name, library_kind)
SELECT "libraryId", name, "libraryKind"
  FROM json_to_recordset($1::json) AS r("libraryId" uuid, name text, "libraryKind" text)
ON CONFLICT (library_id) DO UPDATE SET name = EXCLUDED.name`;

const { columns, names } = MEDIA_FORMAT;

/**
 * Columns that `ON CONFLICT DO UPDATE` sets. If it sets a key column, even to the same value, PostgreSQL takes a
 * stronger row lock, which blocks inserts of rows that reference the item.
 */
const CHANGEABLE = names.filter((name) => name !== 'library_id' && name !== 'media_id');

/**
 * Inserts or replaces items. `$1` is a JSON list of `MediaRow`s; a column that is absent from the JSON becomes NULL.
 * `EXCLUDED.updated_at` is the default of the column: the current time.
 */
export const UPSERT_MEDIA_SQL = `
INSERT INTO media_items AS m (${names.join(', ')})
SELECT ${names.join(', ')}
  FROM json_to_recordset($1::json) AS r(${Object.entries<string>(columns)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ')})
ON CONFLICT (library_id, media_id) DO UPDATE
   SET ${CHANGEABLE.map((name) => `${name} = EXCLUDED.${name}`).join(', ')}, updated_at = EXCLUDED.updated_at`;

/**
 * Inserts or replaces watch states. `$1` is a JSON list of `PlannedWatchState`s. A stored state with a later
 * `last_watched_at` stays.
 */
export const UPSERT_WATCH_STATES_SQL = `
INSERT INTO watch_states AS w
       (library_id, user_id, media_id, state, position_seconds, duration_seconds, threshold_percent, last_watched_at)
SELECT r.*
  FROM json_to_recordset($1::json) AS r("libraryId" uuid, "userId" uuid, "mediaId" uuid, state text,
       "positionSeconds" integer, "durationSeconds" integer, "thresholdPercent" integer, "lastWatchedAt" timestamptz)
ON CONFLICT (library_id, user_id, media_id) DO UPDATE
   SET state = EXCLUDED.state, position_seconds = EXCLUDED.position_seconds,
       duration_seconds = EXCLUDED.duration_seconds, threshold_percent = EXCLUDED.threshold_percent,
       last_watched_at = EXCLUDED.last_watched_at, updated_at = EXCLUDED.updated_at
 WHERE w.last_watched_at <= EXCLUDED.last_watched_at`;
