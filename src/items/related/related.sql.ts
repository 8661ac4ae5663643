import type { MediaKind } from '../../common/media-id';
import { allLibraries, type Libraries, perLibrary } from '../../database/distribution/per-library';
import type { Statement } from '../../database/read-pool';
import { artifactIdsOf } from '../../read-model/artifacts/artifact-ids';
import { visible } from '../../read-model/visibility';
import { TITLE_PROBE } from './rank/ranked-candidate';

const EPISODE_ORDER = 'e.season_number, e.episode_number, e.media_id';
const EPISODE_ORDER_BACK = 'e.season_number DESC, e.episode_number DESC, e.media_id DESC';
/** SQL of a parameter, from the number that it has in the statement of the candidates. */
type Parameter = (number: number) => string;

const numbered: Parameter = (number) => `$${number}`;

const ofSeries = (p: Parameter): string => `e.library_id = ${p(1)} AND e.series_id = ${p(18)}`;
const episodes = (p: Parameter): string => `${ofSeries(p)} AND e.media_kind = 'episode'`;

/**
 * Rows in the order of episodes, each with its position and its distance from the seed; at most 20. Distances are
 * counted in the catalog, so that items that wait to be derived again count too.
 */
function relatives(p: Parameter, origin: string, condition: string, order = EPISODE_ORDER): string {
  return `
  (SELECT e.media_id, '${origin}' AS origin, row_number() OVER (ORDER BY ${order}) AS distance
     FROM media_items e WHERE e.available AND ${condition} ORDER BY ${order} LIMIT ${p(20)})`;
}

/** The seasons and series above the seed. */
function parents(p: Parameter, ids: string): string {
  return `
  (SELECT e.media_id, 'parent' AS origin, CASE e.media_kind WHEN 'season' THEN 1 ELSE 2 END AS distance
     FROM served_media_context e
    WHERE e.library_id = ${p(1)} AND e.media_id IN (${ids}))`;
}

/**
 * The first episode after the last one that the caller completed, without specials. It is determined in the catalog: if
 * it waits to be derived again there is none, because the one after it is not the next.
 */
const watchNext = (p: Parameter): string => `
  (SELECT e.media_id, 'watch_next' AS origin, 1 AS distance
     FROM media_items e
     LEFT JOIN watch_states w ON w.library_id = e.library_id AND w.user_id = ${p(19)} AND w.media_id = e.media_id
     LEFT JOIN LATERAL (
       SELECT d.season_number, d.episode_number, d.media_id
         FROM media_items d
         JOIN watch_states s ON s.library_id = d.library_id AND s.user_id = ${p(19)} AND s.media_id = d.media_id
        WHERE d.library_id = ${p(1)} AND d.series_id = ${p(18)} AND d.media_kind = 'episode' AND d.season_number > 0
          AND d.available AND s.state = 'completed'
        ORDER BY d.season_number DESC, d.episode_number DESC, d.media_id DESC LIMIT 1) AS last ON true
    WHERE ${episodes(p)} AND e.available AND e.season_number > 0 AND e.media_id <> ${p(2)}
      AND (last.media_id IS NULL OR (${EPISODE_ORDER}) > (last.season_number, last.episode_number, last.media_id))
      AND coalesce(w.state, 'unwatched') <> 'completed'
    ORDER BY ${EPISODE_ORDER} LIMIT 1)`;

const alikeApart = (p: Parameter): string => `(e.season_number = 0) = (${p(21)} = 0)`;

/**
 * The seed's own series, by the kind of the seed. 1 library, 2 seed, 18 series, 19 user, 20 rows of each sort; for a
 * season and an episode 21 season number; for an episode 22 episode number and 23 season.
 */
const hierarchyOf = (p: Parameter): Readonly<Record<MediaKind, readonly string[]>> => ({
  movie: [],
  series: [
    relatives(p, 'child', `${episodes(p)} AND e.season_number > 0`),
    relatives(p, 'special', `${episodes(p)} AND e.season_number = 0`),
    watchNext(p),
  ],
  season: [
    `
  (SELECT e.media_id, CASE WHEN e.season_number > ${p(21)} THEN 'next' ELSE 'previous' END AS origin,
          abs(e.season_number - ${p(21)}) AS distance
     FROM served_media_context e
    WHERE ${ofSeries(p)} AND e.media_kind = 'season' AND e.media_id <> ${p(2)} AND ${alikeApart(p)}
    ORDER BY abs(e.season_number - ${p(21)}), e.media_id LIMIT ${p(20)})`,
    relatives(p, 'child', `${episodes(p)} AND e.season_number = ${p(21)}`),
    parents(p, p(18)),
    watchNext(p),
  ],
  episode: [
    relatives(
      p,
      'next',
      `${episodes(p)} AND ${alikeApart(p)} AND (${EPISODE_ORDER}) > (${p(21)}, ${p(22)}, ${p(2)}::uuid)`,
    ),
    relatives(
      p,
      'previous',
      `${episodes(p)} AND ${alikeApart(p)} AND (${EPISODE_ORDER}) < (${p(21)}, ${p(22)}, ${p(2)}::uuid)`,
      EPISODE_ORDER_BACK,
    ),
    parents(p, `${p(18)}, ${p(23)}`),
    watchNext(p),
  ],
});

/** Movies and series of the seed's library nearest in time. 1 library, 4 base UUID, 5 its year, 6 rows a side. */
const near = (p: Parameter): string => `
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
    ORDER BY n.year DESC NULLS FIRST, n.media_id DESC LIMIT ${p(6)})`;

/** Maximum number of items with the seed's title. */
export const SAME_TITLE_MAX = 24;

/**
 * Rows of the index look-ups. 3 visible libraries, 7 and 8 facet keys (the second null for look-ups of one), 9 their
 * weights, 10 `tsquery` texts, 11 their weights, 12 rows per look-up, 13 `has:` and `names:` keys, 14 UUIDs that the
 * seed names, 17 compact key of the seed's title.
 */
const hitsOf = (libraries: Libraries, p: Parameter): string => {
  const source = (number: number): string => (libraries.single ? `, ${number} AS source` : '');
  return `
  SELECT c.library_id, c.media_id, p.probe, p.weight${source(1)}
    FROM unnest(${p(7)}::text[], ${p(8)}::text[], ${p(9)}::float8[]) WITH ORDINALITY AS p(first, second, weight, probe)
   CROSS JOIN LATERAL (
     SELECT c.library_id, c.media_id FROM served_media_context c
      WHERE c.facet_keys @> array_remove(ARRAY[p.first, p.second], NULL) AND ${libraries.has('c.library_id')}
      ORDER BY c.media_id LIMIT ${p(12)}) AS c
  UNION ALL
  SELECT d.library_id, d.media_id, -p.probe, p.weight${source(1)}
    FROM unnest(${p(10)}::text[], ${p(11)}::float8[]) WITH ORDINALITY AS p(query, weight, probe)
   CROSS JOIN LATERAL (
     SELECT d.library_id, d.media_id FROM served_search_documents d
      WHERE d.lexemes @@ p.query::tsquery AND d.media_kind IN ('movie', 'series')
        AND ${libraries.has('d.library_id')}
      ORDER BY d.media_id LIMIT ${p(12)}) AS d
  UNION ALL
  (SELECT d.library_id, d.media_id, ${TITLE_PROBE}, 10${source(4)} FROM served_search_documents d
    WHERE d.title_key = ${p(17)} AND d.media_kind IN ('movie', 'series') AND ${libraries.has('d.library_id')}
    ORDER BY d.media_id LIMIT ${SAME_TITLE_MAX})
  UNION ALL
  (SELECT c.library_id, c.media_id, 0, 100${source(2)} FROM served_media_context c
    WHERE c.provider_keys && ${p(13)}::text[] AND ${libraries.has('c.library_id')}
    ORDER BY c.media_id LIMIT ${p(12)})
  UNION ALL
  (SELECT c.library_id, c.media_id, 0, 100${source(3)} FROM served_media_context c
    WHERE c.media_id = ANY (${p(14)}::uuid[]) AND ${libraries.has('c.library_id')}
    ORDER BY c.media_id LIMIT ${p(12)})`;
};

/** The numbers of the parameters that these parts of the statement have. */
const HIT_PARAMETERS = [7, 8, 9, 10, 11, 12, 13, 14, 17];
const PLACE_PARAMETERS = [1, 2, 4, 5, 6, 18, 19, 20, 21, 22, 23];

/** SQL of a parameter in a statement that has the given ones only. */
function among(numbers: readonly number[]): Parameter {
  return (number) => `$${numbers.indexOf(number) + 1}`;
}

/** The values of these parameters, from those of the candidates. */
function valuesAmong(numbers: readonly number[], values: readonly unknown[]): unknown[] {
  return numbers.filter((number) => number <= values.length).map((number) => values[number - 1]);
}

/** The values of `CANDIDATE_HITS`, from those of the candidates. */
export const hitValues = (values: readonly unknown[]): unknown[] => [...valuesAmong(HIT_PARAMETERS, values), values[2]];

/** The values of `CANDIDATE_PLACES`, from those of the candidates. */
export const placeValues = (values: readonly unknown[]): unknown[] => valuesAmong(PLACE_PARAMETERS, values);

/** Code points of a candidate's overview that are compared with the seed's. Few overviews are longer. */
const COMPARED_MAX_CHARS = 2_000;
/** Facets of a candidate that are compared with the seed's. Only people have more: the ones billed last. */
const COMPARED_FACETS_MAX = 100;

const FIELDS = 'c.library_id, c.media_id, c.media_kind, c.series_id, c.title, c.year, c.franchise_keys';

/** The items near the seed, each with its positions. */
function placesOf(kind: MediaKind, p: Parameter): string {
  const places = [...hierarchyOf(p)[kind], near(p)];
  return `
  SELECT media_id, json_agg(json_build_array(origin, distance)) AS places
    FROM (${places.join('\n  UNION ALL')}) AS place
   WHERE media_id <> ${p(2)}::uuid
   GROUP BY media_id`;
}

/**
 * Every candidate, in no order: its fields, the look-ups that found it (positive: facets, negative: words, zero: ids,
 * `TITLE_PROBE`: the title), its position in the seed's series, its overview if words found it, its facet keys if it has
 * one of 16, and its provider keys if one of 13 is among them. 15 is the number of finds kept; `cut` says whether there
 * are more. The result is rows, not one JSON text: rows are received while PostgreSQL makes the next ones.
 */
function candidatesOf(kind: MediaKind): Statement {
  return {
    name: `related-candidates-${kind}`,
    text: `
WITH found AS (
  SELECT library_id, media_id, json_agg(probe) AS probes, bool_or(probe < 0 OR probe = ${TITLE_PROBE}) AS by_words,
         count(*) OVER () > $15 AS cut
    FROM (${hitsOf(allLibraries(3), numbered)}) AS hit
   WHERE media_id NOT IN ($2::uuid, $4::uuid)
   GROUP BY library_id, media_id ORDER BY sum(weight) DESC, media_id LIMIT $15
), placed AS (${placesOf(kind, numbered)}
), candidate AS (
  SELECT coalesce(f.library_id, $1::uuid) AS library_id, media_id, f.probes, f.by_words, f.cut, p.places
    FROM found f FULL JOIN placed p USING (media_id)
)
SELECT ${FIELDS}, k.probes, k.places, k.cut,
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

/** On a distributed database: the finds in one library, with the parameters of `hitValues`. */
export const CANDIDATE_HITS: Statement = perLibrary(
  { name: 'related-candidate-hits', library: HIT_PARAMETERS.length + 1, parameters: HIT_PARAMETERS.length + 1 },
  (libraries) => hitsOf(libraries, among(HIT_PARAMETERS)),
);

/** On a distributed database: the items near the seed, with the parameters of `placeValues`. */
export const CANDIDATE_PLACES: Readonly<Record<MediaKind, Statement>> = {
  movie: candidatePlacesOf('movie'),
  series: candidatePlacesOf('series'),
  season: candidatePlacesOf('season'),
  episode: candidatePlacesOf('episode'),
};

function candidatePlacesOf(kind: MediaKind): Statement {
  return { name: `related-candidate-places-${kind}`, text: placesOf(kind, among(PLACE_PARAMETERS)) };
}

/**
 * On a distributed database: the fields of candidates. The nodes read those of their libraries at the same time. Parameters: 1
 * libraries, 2 media UUIDs, 3 visible libraries, 4 `has:` and `names:` keys, 5 facet keys, 6 media UUIDs whose overview is
 * compared.
 */
export const CANDIDATE_ROWS: Statement = {
  name: 'related-candidate-rows',
  text: `
SELECT ${FIELDS},
       CASE WHEN c.media_id = ANY ($6::uuid[]) AND NOT 'overview' = ANY (c.missing_fields)
            THEN left(c.summary_text, ${COMPARED_MAX_CHARS}) ELSE '' END AS overview,
       CASE WHEN c.facet_keys && $5::text[]
            THEN array_to_string(c.facet_keys[1:${COMPARED_FACETS_MAX}], E'\\n') ELSE '' END AS facet_keys,
       c.missing_fields && ARRAY['people', 'overview'] AS sparse,
       CASE WHEN c.provider_keys && $4::text[] THEN c.provider_keys END AS provider_keys
  FROM unnest($1::uuid[], $2::uuid[]) AS k(library_id, media_id)
  JOIN served_media_context c ON c.library_id = k.library_id AND c.media_id = k.media_id
 WHERE c.library_id = ANY($1::uuid[]) AND ${visible('c', '$3')}`,
};

/** The candidates of a seed, by its kind. The statement of a movie reads no series. */
export const RELATED_CANDIDATES: Readonly<Record<MediaKind, Statement>> = {
  movie: candidatesOf('movie'),
  series: candidatesOf('series'),
  season: candidatesOf('season'),
  episode: candidatesOf('episode'),
};

/**
 * The details of the rows of a page: 1 media UUIDs, 2 the libraries that have them, 3 facet keys whose labels are wanted,
 * 4 `visibleOwnerKeys`, 5 artifact ids per row.
 */
export const RELATED_DETAILS: Statement = perLibrary(
  { name: 'related-details', library: 2, parameters: 5 },
  (libraries) => `
SELECT c.media_id, c.media, l.name AS library_name,
       CASE WHEN 'overview' = ANY (c.missing_fields) THEN '' ELSE c.summary_text END AS overview,
       (SELECT coalesce(json_object_agg(f.kind || ':' || f.key, f.label), '{}')
          FROM json_to_recordset(c.facets) AS f(kind text, key text, label text)
         WHERE f.kind || ':' || f.key = ANY ($3::text[])) AS labels,
       ${artifactIdsOf('c', '$4', libraries, '$5')} AS artifact_ids
  FROM served_media_context c
  JOIN libraries l ON ${libraries.same('l.library_id', 'c.library_id')}
 WHERE c.media_id = ANY ($1::uuid[]) AND ${libraries.has('c.library_id')}`,
);
