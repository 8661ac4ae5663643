import { type Libraries, perLibrary } from '../../database/distribution/per-library';
import { timestampKey } from '../../database/timestamp-key';
import type { Statement } from '../../database/read-scope';
import { artifactIdsOf } from '../../read-model/artifacts/artifact-ids';
import { watchStateWhere } from '../../read-model/artifacts/watch-state.sql';

/**
 * The statement looks for begun series in the latest watch states of the user, in at most one more than this number.
 * If the user has more watch states than this number, series that the user watched earlier may be missing.
 */
const WATCH_STATES_MAX = 2_000;

/** Maximum number of available episodes, from the last watched one on, among which the next one is searched. */
const EPISODES_MAX = 200;

/**
 * The next episode of each series that the caller has begun. The series that the caller watched last comes first.
 * Parameters: $1 visible libraries, $2 user id, $3 requested libraries, $4 and $5 time and series UUID after which the
 * page starts, $6 maximum number of rows, $7 result of `visibleOwnerKeys`, $8 maximum number of artifact ids per item.
 *
 * Specials neither begin a series nor are next episodes. If the read-model row of the next episode is stale, the
 * statement returns no episode of the series. `last_media_id` is the last watched episode, or null if that episode is
 * not available. `is_cut` says in each row whether the user has more than `WATCH_STATES_MAX` watch states in the
 * visible libraries; on a distributed database, whether the user has more in one of the requested libraries. If there
 * is no episode, the statement returns one row without an id.
 *
 * `later` compares each episode with the last watched episode twice. PostgreSQL uses the comparison without the item's
 * id for the index, which ends with the number of the episode. The other one tells episodes with the same number apart.
 * `OFFSET 0` keeps PostgreSQL from merging the subquery of `EXISTS` into the statement. So PostgreSQL first finds the
 * next episodes, and then reads the read-model row of each by its key.
 */
export const NEXT_UP: Statement = perLibrary(
  { name: 'items-next-up', library: 1, parameters: 8, requested: 3, merge: mergeLatest },
  (libraries) => `
WITH latest AS MATERIALIZED (
  SELECT w.library_id, w.media_id, w.state, w.last_watched_at FROM watch_states w
   WHERE w.user_id = $2 AND ${libraries.has('w.library_id')}
   ORDER BY w.last_watched_at DESC, w.media_id DESC LIMIT ${WATCH_STATES_MAX + 1}
), begun AS MATERIALIZED (
  SELECT DISTINCT ON (e.library_id, e.series_id) e.library_id, e.series_id, e.season_number, e.episode_number, e.media_id,
         e.available, w.state, w.last_watched_at
    FROM latest w
    JOIN media_items e ON ${libraries.sameLibrary('e.library_id', 'w.library_id')} AND e.media_id = w.media_id
   WHERE w.state <> 'unwatched' AND e.media_kind = 'episode' AND e.season_number > 0 AND ${libraries.has('e.library_id')}
     AND ($3::uuid[] IS NULL OR e.library_id = ANY($3::uuid[]))
   ORDER BY e.library_id, e.series_id, w.last_watched_at DESC, e.season_number DESC, e.episode_number DESC, e.media_id DESC
), next AS MATERIALIZED (
  SELECT b.library_id, b.series_id, b.state AS last_state, CASE WHEN b.available THEN b.media_id END AS last_id,
         b.last_watched_at, n.media_id
    FROM (SELECT * FROM begun
           WHERE $4::timestamptz IS NULL OR (last_watched_at, series_id) < ($4::timestamptz, $5::uuid)
           ORDER BY last_watched_at DESC, series_id DESC) AS b
   CROSS JOIN LATERAL (
     SELECT later.media_id
       FROM (SELECT e.library_id, e.media_id, e.season_number, e.episode_number FROM media_items e
              WHERE ${libraries.sameLibrary('e.library_id', 'b.library_id')} AND e.series_id = b.series_id AND e.media_kind = 'episode'
                AND e.available AND (e.season_number, e.episode_number) >= (b.season_number, b.episode_number)
                AND (e.season_number, e.episode_number, e.media_id) >= (b.season_number, b.episode_number, b.media_id)
              ORDER BY e.season_number, e.episode_number, e.media_id LIMIT ${EPISODES_MAX}) AS later
       LEFT JOIN ${stateOf('later', libraries)} ON true
      WHERE coalesce(w.state, 'unwatched') <> 'completed'
      ORDER BY later.season_number, later.episode_number, later.media_id LIMIT 1) AS n
   WHERE EXISTS (SELECT FROM served_media_context c
                  WHERE ${libraries.sameLibrary('c.library_id', 'b.library_id')} AND c.media_id = n.media_id OFFSET 0)
   ORDER BY b.last_watched_at DESC, b.series_id DESC LIMIT $6
)
SELECT ${timestampKey('n.last_watched_at')} AS key, n.series_id AS id, n.last_state, 'episode:' || n.last_id AS last_media_id,
       n.last_watched_at, c.media, c.summary_text, w.state, w.position_seconds, w.duration_seconds,
       ${artifactIdsOf('n', '$7', libraries, '$8')} AS artifact_ids,
       bound.is_cut
  FROM (SELECT count(*) > ${WATCH_STATES_MAX} AS is_cut FROM latest) AS bound
  LEFT JOIN (next n
  JOIN served_media_context c ON ${libraries.sameLibrary('c.library_id', 'n.library_id')} AND c.media_id = n.media_id
  LEFT JOIN ${stateOf('n', libraries)} ON true) ON true
 ORDER BY n.last_watched_at DESC, n.series_id DESC`,
);

/** A subquery to join, named `w`: the caller's watch state of an episode. `watchStateWhere` defines `watched`. */
function stateOf(episode: string, libraries: Libraries): string {
  const isOfLibrary = libraries.sameLibrary('watched.library_id', `${episode}.library_id`);
  return watchStateWhere(`${isOfLibrary} AND watched.user_id = $2 AND watched.media_id = ${episode}.media_id`, 'w');
}

interface MergedRow {
  readonly key: string;
  /** Null in the row of a library without an episode. */
  readonly id: string | null;
  readonly is_cut: boolean;
}

/**
 * Merges the rows of several libraries in the order of the statement, and applies its row limit. If a row of any
 * library has `is_cut`, all rows get it.
 */
function mergeLatest(rows: readonly MergedRow[], values: readonly unknown[]): object[] {
  const isCut = rows.some((row) => row.is_cut);
  const found = rows.filter((row) => row.id !== null);
  // `key` has microseconds, by which each library orders its rows. A `Date` has only milliseconds.
  const latest = found.toSorted((a, b) => ((a.key === b.key ? String(a.id) > String(b.id) : a.key > b.key) ? -1 : 1));
  const merged = found.length === 0 ? rows.slice(0, 1) : latest.slice(0, Number(values[5]));
  return merged.map((row) => ({ ...row, is_cut: isCut }));
}
