/** The statements of the catalog's write side. Rows travel as one JSON text each way. */
import { MEDIA_FORMAT } from './media-row';

/**
 * What the catalog knows of the ids that a batch names: `$1` media, `$2` libraries, `$3` user names' keys, `$4` media
 * of watch states. One row of four JSON lists.
 */
export const READ_KNOWN_SQL = `
SELECT (SELECT json_agg(json_build_array(media_id, library_id, media_kind, series_id, season_id, content_hash))
          FROM media_items WHERE media_id = ANY($1::uuid[])) AS media,
       (SELECT json_agg(json_build_array(library_id, name, library_kind))
          FROM libraries WHERE library_id = ANY($2::uuid[])) AS libraries,
       (SELECT json_agg(json_build_array(username_key, user_id))
          FROM users WHERE username_key = ANY($3::text[])) AS users,
       (SELECT json_agg(json_build_array(w.user_id, w.media_id, w.state, w.position_seconds, w.duration_seconds,
                 w.threshold_percent, to_char(w.last_watched_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
          FROM users u JOIN watch_states w ON w.user_id = u.user_id
         WHERE u.username_key = ANY($3::text[]) AND w.media_id = ANY($4::uuid[])) AS watch_states`;

/** Makes and renames libraries: `$1` a list of ids, names and kinds. */
export const UPSERT_LIBRARIES_SQL = `
INSERT INTO libraries AS l (library_id, name, library_kind)
SELECT library_id, name, library_kind
  FROM json_to_recordset($1::json) AS r(library_id uuid, name text, library_kind text)
ON CONFLICT (library_id) DO UPDATE SET name = EXCLUDED.name`;

const { columns, names } = MEDIA_FORMAT;

/** Columns that a known item may change. To name a key, even with the value it has, would make foreign keys wait. */
const CHANGEABLE = names.filter((name) => name !== 'library_id' && name !== 'media_id');

/** Writes items: `$1` a list of `MediaRow`s; what is absent in one is absent in the row. */
export const UPSERT_MEDIA_SQL = `
INSERT INTO media_items AS m (${names.join(', ')})
SELECT ${names.join(', ')}
  FROM json_to_recordset($1::json) AS r(${Object.entries<string>(columns)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ')})
ON CONFLICT (library_id, media_id) DO UPDATE
   SET ${CHANGEABLE.map((name) => `${name} = EXCLUDED.${name}`).join(', ')}, updated_at = now()`;

/** Writes watch states; one written meanwhile that is newer stays. */
export const UPSERT_WATCH_STATES_SQL = `
INSERT INTO watch_states AS w
       (library_id, user_id, media_id, state, position_seconds, duration_seconds, threshold_percent, last_watched_at)
SELECT library_id, user_id, media_id, state, position_seconds, duration_seconds, threshold_percent, last_watched_at
  FROM json_to_recordset($1::json) AS r(library_id uuid, user_id uuid, media_id uuid, state text,
       position_seconds integer, duration_seconds integer, threshold_percent integer, last_watched_at timestamptz)
ON CONFLICT (library_id, user_id, media_id) DO UPDATE
   SET state = EXCLUDED.state, position_seconds = EXCLUDED.position_seconds,
       duration_seconds = EXCLUDED.duration_seconds, threshold_percent = EXCLUDED.threshold_percent,
       last_watched_at = EXCLUDED.last_watched_at, updated_at = now()
 WHERE w.last_watched_at <= EXCLUDED.last_watched_at`;
