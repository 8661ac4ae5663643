import type { MediaKind } from '../../common/media-id';
import type { Statement } from '../../database/read-pool';
import { artifactIdsOf } from '../../read-model/artifacts/artifact-ids';
import { visible } from '../../read-model/visibility';
import { TITLE_PROBE } from './rank/ranked-candidate';

const EPISODE_ORDER = 'e.season_number, e.episode_number, e.media_id';
const EPISODE_ORDER_BACK = 'e.season_number DESC, e.episode_number DESC, e.media_id DESC';
const OF_SERIES = 'e.library_id = $1 AND e.series_id = $18';
const EPISODES = `${OF_SERIES} AND e.media_kind = 'episode'`;

/**
 * Rows in the order of episodes, each with its position and its distance from the seed; at most 19. Distances are
 * counted in the catalog, so that items that wait to be derived again count too.
 */
function relatives(origin: string, condition: string, order = EPISODE_ORDER): string {
  return `
  (SELECT e.media_id, '${origin}' AS origin, row_number() OVER (ORDER BY ${order}) AS distance
     FROM media_items e WHERE e.available AND ${condition} ORDER BY ${order} LIMIT $20)`;
}

/** The seasons and series above the seed. */
function parents(ids: string): string {
  return `
  (SELECT e.media_id, 'parent' AS origin, CASE e.media_kind WHEN 'season' THEN 1 ELSE 2 END AS distance
     FROM served_media_context e
    WHERE e.library_id = $1 AND e.media_id IN (${ids}))`;
}

/**
 * The first episode after the last one that the caller completed, without specials. It is determined in the catalog: if
 * it waits to be derived again there is none, because the one after it is not the next.
 */
const WATCH_NEXT = `
  (SELECT e.media_id, 'watch_next' AS origin, 1 AS distance
     FROM media_items e
     LEFT JOIN watch_states w ON w.library_id = e.library_id AND w.user_id = $19 AND w.media_id = e.media_id
     LEFT JOIN LATERAL (
       SELECT d.season_number, d.episode_number, d.media_id
         FROM media_items d
         JOIN watch_states s ON s.library_id = d.library_id AND s.user_id = $19 AND s.media_id = d.media_id
        WHERE d.library_id = $1 AND d.series_id = $18 AND d.media_kind = 'episode' AND d.season_number > 0
          AND d.available AND s.state = 'completed'
        ORDER BY d.season_number DESC, d.episode_number DESC, d.media_id DESC LIMIT 1) AS last ON true
    WHERE ${EPISODES} AND e.available AND e.season_number > 0 AND e.media_id <> $2
      AND (last.media_id IS NULL OR (${EPISODE_ORDER}) > (last.season_number, last.episode_number, last.media_id))
      AND coalesce(w.state, 'unwatched') <> 'completed'
    ORDER BY ${EPISODE_ORDER} LIMIT 1)`;

const ALIKE_APART = '(e.season_number = 0) = ($21 = 0)';

/**
 * The seed's own series, by the kind of the seed. 1 library, 2 seed, 18 series, 19 user, 20 rows of each sort; for a
 * season and an episode 21 season number; for an episode 22 episode number and 23 season.
 */
const HIERARCHY: Readonly<Record<Exclude<MediaKind, 'movie'>, readonly string[]>> = {
  series: [
    relatives('child', `${EPISODES} AND e.season_number > 0`),
    relatives('special', `${EPISODES} AND e.season_number = 0`),
    WATCH_NEXT,
  ],
  season: [
    `
  (SELECT e.media_id, CASE WHEN e.season_number > $21 THEN 'next' ELSE 'previous' END AS origin,
          abs(e.season_number - $21) AS distance
     FROM served_media_context e
    WHERE ${OF_SERIES} AND e.media_kind = 'season' AND e.media_id <> $2 AND ${ALIKE_APART}
    ORDER BY abs(e.season_number - $21), e.media_id LIMIT $20)`,
    relatives('child', `${EPISODES} AND e.season_number = $21`),
    parents('$18'),
    WATCH_NEXT,
  ],
  episode: [
    relatives('next', `${EPISODES} AND ${ALIKE_APART} AND (${EPISODE_ORDER}) > ($21, $22, $2::uuid)`),
    relatives(
      'previous',
      `${EPISODES} AND ${ALIKE_APART} AND (${EPISODE_ORDER}) < ($21, $22, $2::uuid)`,
      EPISODE_ORDER_BACK,
    ),
    parents('$18, $23'),
    WATCH_NEXT,
  ],
};

/** Movies and series of the seed's library nearest in time. 1 library, 4 base UUID, 5 its year, 6 rows a side. */
const NEAR = `
  (SELECT n.media_id, 'near' AS origin, row_number() OVER (ORDER BY n.year, n.media_id) AS distance
     FROM served_media_context n
    WHERE n.library_id = $1 AND n.media_kind IN ('movie', 'series')
      AND (n.year, n.media_id) > ($5::integer, $4::uuid)
    ORDER BY n.year, n.media_id LIMIT $6)
  UNION ALL
  (SELECT n.media_id, 'near', row_number() OVER (ORDER BY n.year DESC, n.media_id DESC)
     FROM served_media_context n
    WHERE n.library_id = $1 AND n.media_kind IN ('movie', 'series')
      AND (n.year, n.media_id) < ($5::integer, $4::uuid)
    ORDER BY n.year DESC, n.media_id DESC LIMIT $6)
  UNION ALL
  (SELECT n.media_id, 'near', row_number() OVER (ORDER BY n.year DESC NULLS FIRST, n.media_id DESC)
     FROM served_media_context n
    WHERE $5::integer IS NULL AND n.library_id = $1 AND n.media_kind IN ('movie', 'series')
    ORDER BY n.year DESC NULLS FIRST, n.media_id DESC LIMIT $6)`;

/** Items with the seed's title, at most. */
const SAME_TITLE_MAX = 24;

/**
 * Rows of the index look-ups. 3 visible libraries, 7 and 8 facet keys (the second null for look-ups of one), 9 their
 * weights, 10 `tsquery` texts, 11 their weights, 12 rows per look-up, 13 `has:` and `names:` keys, 14 UUIDs that the
 * seed names, 17 compact key of the seed's title.
 */
const HITS = `
  SELECT c.library_id, c.media_id, p.probe, p.weight
    FROM unnest($7::text[], $8::text[], $9::float8[]) WITH ORDINALITY AS p(first, second, weight, probe)
   CROSS JOIN LATERAL (
     SELECT c.library_id, c.media_id FROM served_media_context c
      WHERE c.facet_keys @> array_remove(ARRAY[p.first, p.second], NULL) AND ${visible('c', '$3')}
      ORDER BY c.media_id LIMIT $12) AS c
  UNION ALL
  SELECT d.library_id, d.media_id, -p.probe, p.weight
    FROM unnest($10::text[], $11::float8[]) WITH ORDINALITY AS p(query, weight, probe)
   CROSS JOIN LATERAL (
     SELECT d.library_id, d.media_id FROM served_search_documents d
      WHERE d.lexemes @@ p.query::tsquery AND d.media_kind IN ('movie', 'series')
        AND ${visible('d', '$3')}
      ORDER BY d.media_id LIMIT $12) AS d
  UNION ALL
  (SELECT d.library_id, d.media_id, ${TITLE_PROBE}, 10 FROM served_search_documents d
    WHERE d.title_key = $17 AND d.media_kind IN ('movie', 'series') AND ${visible('d', '$3')}
    ORDER BY d.media_id LIMIT ${SAME_TITLE_MAX})
  UNION ALL
  (SELECT c.library_id, c.media_id, 0, 100 FROM served_media_context c
    WHERE c.provider_keys && $13::text[] AND ${visible('c', '$3')}
    ORDER BY c.media_id LIMIT $12)
  UNION ALL
  (SELECT c.library_id, c.media_id, 0, 100 FROM served_media_context c
    WHERE c.media_id = ANY ($14::uuid[]) AND ${visible('c', '$3')}
    ORDER BY c.media_id LIMIT $12)`;

/** Code points of a candidate's overview that are compared with the seed's. Few overviews are longer. */
const COMPARED_MAX_CHARS = 2_000;
/** Facets of a candidate that are compared with the seed's. Only people have more: the ones billed last. */
const COMPARED_FACETS_MAX = 100;

/**
 * Every candidate, in no order: its fields, the look-ups that found it (positive: facets, negative: words, zero: ids,
 * `TITLE_PROBE`: the title), its position in the seed's series, its overview if words found it, its facet keys if it has
 * one of 16, and its provider keys if one of 13 is among them. 15 is the number of finds kept; `cut` says whether there
 * are more. The result is rows, not one JSON text: rows are received while PostgreSQL makes the next ones.
 */
function candidatesOf(kind: MediaKind): Statement {
  const places = [...(kind === 'movie' ? [] : HIERARCHY[kind]), NEAR];
  return {
    name: `related-candidates-${kind}`,
    text: `
WITH found AS (
  SELECT library_id, media_id, json_agg(probe) AS probes, bool_or(probe < 0 OR probe = ${TITLE_PROBE}) AS by_words,
         count(*) OVER () > $15 AS cut
    FROM (${HITS}) AS hit
   WHERE media_id NOT IN ($2::uuid, $4::uuid)
   GROUP BY library_id, media_id ORDER BY sum(weight) DESC, media_id LIMIT $15
), placed AS (
  SELECT media_id, json_agg(json_build_array(origin, distance)) AS places
    FROM (${places.join('\n  UNION ALL')}) AS place
   WHERE media_id <> $2::uuid
   GROUP BY media_id
), candidate AS (
  SELECT coalesce(f.library_id, $1::uuid) AS library_id, media_id, f.probes, f.by_words, f.cut, p.places
    FROM found f FULL JOIN placed p USING (media_id)
)
SELECT c.library_id, c.media_id, c.media_kind, c.series_id, c.title, c.year, c.franchise_keys, k.probes, k.places, k.cut,
       CASE WHEN k.by_words AND NOT 'overview' = ANY (c.missing_fields)
            THEN left(c.summary_text, ${COMPARED_MAX_CHARS}) ELSE '' END AS overview,
       CASE WHEN c.facet_keys && $16::text[]
            THEN array_to_string(c.facet_keys[1:${COMPARED_FACETS_MAX}], E'\\n') ELSE '' END AS facet_keys,
       c.missing_fields && ARRAY['people', 'overview'] AS sparse,
       CASE WHEN c.provider_keys && $13::text[] THEN c.provider_keys END AS provider_keys
  FROM candidate k
  JOIN served_media_context c ON c.library_id = k.library_id AND c.media_id = k.media_id
 WHERE ${visible('c', '$3')}`,
  };
}

/** The candidates of a seed, by its kind. The statement of a movie reads no series. */
export const RELATED_CANDIDATES: Readonly<Record<MediaKind, Statement>> = {
  movie: candidatesOf('movie'),
  series: candidatesOf('series'),
  season: candidatesOf('season'),
  episode: candidatesOf('episode'),
};

/**
 * The details of the rows of a page: 1 media UUIDs, 2 visible libraries, 3 facet keys whose labels are wanted,
 * 4 `visibleOwnerKeys`, 5 artifact ids per row.
 */
export const RELATED_DETAILS: Statement = {
  name: 'related-details',
  text: `
SELECT c.media_id, c.media, l.name AS library_name,
       CASE WHEN 'overview' = ANY (c.missing_fields) THEN '' ELSE c.summary_text END AS overview,
       (SELECT coalesce(json_object_agg(f.kind || ':' || f.key, f.label), '{}')
          FROM json_to_recordset(c.facets) AS f(kind text, key text, label text)
         WHERE f.kind || ':' || f.key = ANY ($3::text[])) AS labels,
       ${artifactIdsOf('c', '$4', '$2', '$5')} AS artifact_ids
  FROM served_media_context c
  JOIN libraries l ON l.library_id = c.library_id
 WHERE c.media_id = ANY ($1::uuid[]) AND ${visible('c', '$2')}`,
};
