/**
 * SQL for reading watch states: the episodes that count for a series, and the hash that shows whether a watch state has
 * changed since an artifact was derived from it.
 */
import type { Libraries } from '../../database/distribution/per-library';

/** Whether a field that a request names is the watch state of an item or a part of it, such as `watch_state.state`. */
export function isWatchStateField(field: string | null | undefined): boolean {
  return field != null && /^watch_state(\.|$)/i.test(field);
}

/**
 * A condition: the row `episode` of `media_items` is an available episode of the series or the season in the row
 * `item`, which has `library_id`, `media_id`, `media_kind`, `series_id` and `season_number`. Requires that both rows
 * have the same library. But if `libraries` is the form for one library, compares only the library of `episode` with
 * that library, so another condition must restrict `item`.
 */
export function isAvailableEpisodeOf(episode: string, item: string, libraries?: Libraries): string {
  const columns = [`${episode}.library_id`, `${item}.library_id`] as const;
  return `${libraries?.sameLibrary(...columns) ?? columns.join(' = ')} AND ${episode}.media_kind = 'episode' AND ${episode}.available
              AND ${episode}.series_id = coalesce(${item}.series_id, ${item}.media_id)
              AND (${item}.media_kind = 'series' OR ${episode}.season_number = ${item}.season_number)`;
}

/**
 * A subquery to join, named `alias`: the watch state that `condition` finds. `condition` determines the library, user
 * and item of `watched`, so it finds at most one. `LIMIT` makes PostgreSQL look it up by its key. Without `LIMIT` and
 * with outdated statistics, PostgreSQL may read all watch states of the user for each item of a series.
 */
export function watchStateWhere(condition: string, alias: string): string {
  return `LATERAL (SELECT watched.* FROM watch_states watched WHERE ${condition} LIMIT 1) AS ${alias}`;
}

/**
 * SQL expression: a hash of the values of a watch state that an item context shows, except `last_watched_at`. For a
 * movie or an episode, the hash covers state, position and duration; for a series or a season, the numbers of regular
 * and special episodes, and the states of the episodes that are not `unwatched`. A movie or an episode without a state
 * has the hash of `unwatched` at position 0. Null if the item does not exist. The three arguments are SQL expressions
 * of UUIDs that use none of the aliases `sought`, `below` and `watched`.
 */
export function watchStateHashOf(libraryId: string, userId: string, mediaId: string): string {
  // If the library is a parameter, every table is compared with it, as a distributed database requires.
  const isParameter = libraryId.startsWith('$');
  const libraryOf = (item: string): string => (isParameter ? libraryId : `${item}.library_id`);
  const stateOf = (item: string): string =>
    `watched.library_id = ${libraryOf(item)} AND watched.user_id = ${userId} AND watched.media_id = ${item}.media_id`;
  return `(
    SELECT encode(sha256(convert_to(CASE WHEN sought.media_kind IN ('movie', 'episode') THEN (
             SELECT concat_ws(' ', coalesce(min(watched.state), 'unwatched'), coalesce(min(watched.position_seconds), 0),
                              coalesce(min(watched.duration_seconds), 0))
               FROM watch_states watched WHERE ${stateOf('sought')})
           ELSE (
             SELECT concat_ws(' ', count(*) FILTER (WHERE below.season_number <> 0),
                              count(*) FILTER (WHERE below.season_number = 0),
                              string_agg(concat_ws(' ', below.media_id, watched.state), ' ' ORDER BY below.media_id)
                                FILTER (WHERE watched.state <> 'unwatched'))
               FROM media_items below LEFT JOIN ${watchStateWhere(stateOf('below'), 'watched')} ON true
              WHERE ${isAvailableEpisodeOf('below', 'sought')}${isParameter ? ` AND below.library_id = ${libraryId}` : ''}) END, 'UTF8')), 'hex')
      FROM media_items sought WHERE sought.library_id = ${libraryId} AND sought.media_id = ${mediaId})`;
}
