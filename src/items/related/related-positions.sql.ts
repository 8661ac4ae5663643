/** Queries for candidates by their position relative to the seed. */
import type { MediaKind } from '../../common/media-id';
import { watchStateWhere } from '../../read-model/artifacts/watch-state.sql';

/** Returns the SQL of a parameter. `number` is its number in the statement of the candidates. */
export type Parameter = (number: number) => string;

/** Query for the items of the seed's series and the items of `nearInTime`, each with its positions. */
export function positionsQuery(kind: MediaKind, p: Parameter): string {
  const queries = [...hierarchyQueries(p)[kind], nearInTime(p)];
  return `
  SELECT media_id, json_agg(json_build_array(origin, distance)) AS positions
    FROM (${queries.join('\n  UNION ALL')}) AS item
   WHERE media_id <> ${p(2)}::uuid
   GROUP BY media_id`;
}

const EPISODE_ORDER = 'e.season_number, e.episode_number, e.media_id';

const EPISODE_ORDER_DESCENDING = 'e.season_number DESC, e.episode_number DESC, e.media_id DESC';

const isOfSeries = (p: Parameter): string => `e.library_id = ${p(1)} AND e.series_id = ${p(20)}`;

const isEpisodeOfSeries = (p: Parameter): string => `${isOfSeries(p)} AND e.media_kind = 'episode'`;

/**
 * Query for available episodes. The distance of an episode is its place in the order, from 1. Episodes with stale
 * read-model rows are counted, too. The maximum number of rows is the parameter 22.
 */
function episodesByDistance(p: Parameter, origin: string, condition: string, order = EPISODE_ORDER): string {
  return `
  (SELECT e.media_id, '${origin}' AS origin, row_number() OVER (ORDER BY ${order}) AS distance
     FROM media_items e WHERE e.available AND ${condition} ORDER BY ${order} LIMIT ${p(22)})`;
}

/** Query for the parents of the seed: the series of a season, or the season and the series of an episode. */
function parentItems(p: Parameter, ids: string): string {
  return `
  (SELECT e.media_id, 'parent' AS origin, CASE e.media_kind WHEN 'season' THEN 1 ELSE 2 END AS distance
     FROM served_media_context e
    WHERE e.library_id = ${p(1)} AND e.media_id IN (${ids}))`;
}

function watchStateOf(episode: string, p: Parameter, alias: string): string {
  return watchStateWhere(
    `watched.library_id = ${p(1)} AND watched.user_id = ${p(21)} AND watched.media_id = ${episode}.media_id`,
    alias,
  );
}

/**
 * Query for the next episode to watch: the first available one after the caller's last completed one (in
 * `EPISODE_ORDER`); if the caller completed none, the first available one of the series. A completed episode counts
 * even if it is no longer available. Leaves out specials and the seed. If the read-model row of the found episode is
 * stale, the candidates have no next episode: the following one is not the next to watch.
 */
const nextUnwatched = (p: Parameter): string => `
  (SELECT e.media_id, 'watch_next' AS origin, 1 AS distance
     FROM media_items e
     LEFT JOIN ${watchStateOf('e', p, 'w')} ON true
     LEFT JOIN LATERAL (
       SELECT d.season_number, d.episode_number, d.media_id
         FROM media_items d
         JOIN ${watchStateOf('d', p, 's')} ON true
        WHERE d.library_id = ${p(1)} AND d.series_id = ${p(20)} AND d.media_kind = 'episode' AND d.season_number > 0
          AND s.state = 'completed'
        ORDER BY d.season_number DESC, d.episode_number DESC, d.media_id DESC LIMIT 1) AS last ON true
    WHERE ${isEpisodeOfSeries(p)} AND e.available AND e.season_number > 0 AND e.media_id <> ${p(2)}
      AND (last.media_id IS NULL OR (${EPISODE_ORDER}) > (last.season_number, last.episode_number, last.media_id))
      AND coalesce(w.state, 'unwatched') <> 'completed'
    ORDER BY ${EPISODE_ORDER} LIMIT 1)`;

/** Condition that both the item and the seed belong to the specials (season 0), or neither does. */
const isSameSpecialsGroup = (p: Parameter): string => `(e.season_number = 0) = (${p(23)} = 0)`;

/**
 * The queries by the kind of the seed. Parameters: 1 library, 2 seed, 20 series, 21 user, 22 maximum number of rows of
 * each query; for a season and an episode, 23 season number; for an episode, 24 episode number and 25 UUID of the
 * season.
 */
const hierarchyQueries = (p: Parameter): Readonly<Record<MediaKind, readonly string[]>> => ({
  movie: [],
  series: [
    episodesByDistance(p, 'child', `${isEpisodeOfSeries(p)} AND e.season_number > 0`),
    episodesByDistance(p, 'special', `${isEpisodeOfSeries(p)} AND e.season_number = 0`),
    nextUnwatched(p),
  ],
  season: [
    `
  (SELECT e.media_id, CASE WHEN e.season_number > ${p(23)} THEN 'next' ELSE 'previous' END AS origin,
          abs(e.season_number - ${p(23)}) AS distance
     FROM served_media_context e
    WHERE ${isOfSeries(p)} AND e.media_kind = 'season' AND e.media_id <> ${p(2)} AND ${isSameSpecialsGroup(p)}
    ORDER BY abs(e.season_number - ${p(23)}), e.media_id LIMIT ${p(22)})`,
    episodesByDistance(p, 'child', `${isEpisodeOfSeries(p)} AND e.season_number = ${p(23)}`),
    parentItems(p, p(20)),
    nextUnwatched(p),
  ],
  episode: [
    episodesByDistance(
      p,
      'next',
      `${isEpisodeOfSeries(p)} AND ${isSameSpecialsGroup(p)} AND (${EPISODE_ORDER}) > (${p(23)}, ${p(24)}, ${p(2)}::uuid)`,
    ),
    episodesByDistance(
      p,
      'previous',
      `${isEpisodeOfSeries(p)} AND ${isSameSpecialsGroup(p)} AND (${EPISODE_ORDER}) < (${p(23)}, ${p(24)}, ${p(2)}::uuid)`,
      EPISODE_ORDER_DESCENDING,
    ),
    parentItems(p, `${p(20)}, ${p(25)}`),
    nextUnwatched(p),
  ],
});

/**
 * Query for the movies and series of the seed's library nearest in time to the base. The base is the series of a season
 * or an episode, otherwise the seed. If the year of the base is unknown, the query finds items without a year, and then
 * those of the latest years. Parameters: 1 library, 4 UUID of the base, 5 its year, 6 maximum number of rows on each
 * side of the year.
 */
const nearInTime = (p: Parameter): string => `
  (SELECT n.media_id, 'near' AS origin, row_number() OVER (ORDER BY n.year, n.media_id) AS distance
     FROM served_media_context n
    WHERE n.library_id = ${p(1)} AND n.media_kind IN ('movie', 'series')
      AND (n.year, n.media_id) > (${p(5)}::integer, ${p(4)}::uuid)
    ORDER BY n.year, n.media_id LIMIT ${p(6)})
  UNION ALL
  (SELECT n.media_id, 'near', row_number() OVER (ORDER BY n.year DESC, n.media_id DESC)
     FROM served_media_context n
    WHERE n.library_id = ${p(1)} AND n.media_kind IN ('movie', 'series')
      AND (n.year, n.media_id) < (${p(5)}::integer, ${p(4)}::uuid)
    ORDER BY n.year DESC, n.media_id DESC LIMIT ${p(6)})
  UNION ALL
  (SELECT n.media_id, 'near', row_number() OVER (ORDER BY n.year DESC NULLS FIRST, n.media_id DESC)
     FROM served_media_context n
    WHERE ${p(5)}::integer IS NULL AND n.library_id = ${p(1)} AND n.media_kind IN ('movie', 'series')
      AND n.media_id <> ${p(4)}::uuid
    ORDER BY n.year DESC NULLS FIRST, n.media_id DESC LIMIT ${p(6)})`;
