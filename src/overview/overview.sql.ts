import { compareCodePoints } from '../common/text/code-point-order';
import { perLibrary } from '../database/distribution/per-library';
import type { Statement } from '../database/read-scope';

/** Maximum number of libraries in all pages of an overview together, and in the facets of several libraries. */
export const COUNTED_LIBRARIES_MAX = 10_000;

/**
 * The requested libraries, each with the version of its facet counts in this snapshot. Parameters: $1 visible library
 * ids, $2 requested library ids; null means all. Reads one library more than the maximum, to detect further ones.
 */
export const REQUESTED_LIBRARIES: Statement = perLibrary(
  {
    name: 'overview-requested-libraries',
    library: 1,
    parameters: 2,
    requested: 2,
    merge: mergeLibraries,
    onlyOnNodes: true,
  },
  (libraries) => `
SELECT l.library_id, l.name, l.library_kind, l.facet_version
  FROM libraries l WHERE ${libraries.has('l.library_id')} AND ($2::uuid[] IS NULL OR l.library_id = ANY($2::uuid[]))
 ORDER BY l.name COLLATE "C", l.library_id LIMIT ${COUNTED_LIBRARIES_MAX + 1}`,
);

/** Applies ORDER BY and LIMIT again, because a distributed database runs the statement for each library. */
function mergeLibraries(rows: { name: string; library_id: string }[]): object[] {
  rows.sort((a, b) => compareCodePoints(a.name, b.name) || compareCodePoints(a.library_id, b.library_id));
  return rows.slice(0, COUNTED_LIBRARIES_MAX + 1);
}

/** Totals by library and kind. Parameters: $1 library ids, $2 kinds. */
export const FACET_GROUPS: Statement = perLibrary(
  { name: 'overview-facet-groups', library: 1, parameters: 2, onlyOnNodes: true },
  (libraries) => `
SELECT library_id, facet_kind, cardinality, value_total::float8 AS value_total, missing_count
  FROM intelligence_facet_groups WHERE ${libraries.isListed('library_id')} AND facet_kind = ANY($2::text[])`,
);

/**
 * The most frequent values by library and kind. Parameters: $1 library ids, $2 kinds, $3 required number of values of
 * each kind in each library. The index by count omits values with a count of one. If it has fewer than $3 values of a
 * kind, the result also contains up to $3 values with a count of one, in the order of their keys.
 */
export const TOP_FACET_VALUES: Statement = perLibrary(
  { name: 'overview-top-facet-values', library: 1, parameters: 3 },
  (libraries) => `
SELECT g.library_id, g.facet_kind, v.facet_key, v.label, v.item_count, to_json(v.sample_media_ids) AS sample_media_ids
  FROM (SELECT library_id, facet_kind, cardinality FROM intelligence_facet_groups
         WHERE ${libraries.isListed('library_id')} AND facet_kind = ANY($2::text[]) AND cardinality > 0) AS g
 CROSS JOIN LATERAL (
   WITH frequent AS MATERIALIZED (
     SELECT facet_key, label, item_count, sample_media_ids FROM intelligence_facet_values
      WHERE ${libraries.sameLibrary('library_id', 'g.library_id')} AND facet_kind = g.facet_kind AND item_count > 1
      ORDER BY item_count DESC, facet_key LIMIT $3
   )
   SELECT * FROM frequent
   UNION ALL
   (SELECT facet_key, label, item_count, sample_media_ids FROM intelligence_facet_values
     WHERE (SELECT count(*) FROM frequent) < least($3, g.cardinality)
       AND ${libraries.sameLibrary('library_id', 'g.library_id')} AND facet_kind = g.facet_kind AND item_count = 1
     ORDER BY facet_key LIMIT $3)
 ) AS v
 ORDER BY g.library_id, g.facet_kind, v.item_count DESC, v.facet_key`,
);

/**
 * With more libraries, `SUMMED_FACET_VALUES` computes no lower bound, because the bound divided by their number would
 * exclude few values.
 */
const BOUNDED_LIBRARIES_MAX = 32;

/** SQL expression: the sum of the counts of one value over the libraries. `key` is the SQL expression of its key. */
const sumOf = (key: string): string => `
(SELECT sum(v.item_count)::integer FROM intelligence_facet_values v
  WHERE v.library_id = ANY($1::uuid[]) AND v.facet_kind = t.facet_kind AND v.facet_key = ${key})`;

/**
 * Totals and most frequent values by kind, summed over several libraries. Parameters: $1 library ids, $2 kinds, $3
 * maximum number of values of a kind. A kind that has totals but no values has one row, whose `facet_key` is null. A
 * kind without totals has no row.
 *
 * `best` contains the most frequent values of each library. The $3-th highest sum of these values is a lower bound for
 * the sums of the result. A value reaches this bound only if its count in some library is at least the bound divided by
 * the number of libraries. So the index by count finds all values of the result and few others. If the quotient is at
 * most 1, or if there is no bound, all values are read.
 */
export const SUMMED_FACET_VALUES: Statement = {
  name: 'overview-summed-facet-values',
  text: `
WITH total AS MATERIALIZED (
  SELECT facet_kind, sum(value_total)::float8 AS value_total, sum(missing_count)::integer AS missing_count,
         count(*)::integer AS libraries
    FROM intelligence_facet_groups WHERE library_id = ANY($1::uuid[]) AND facet_kind = ANY($2::text[])
   GROUP BY facet_kind
)
SELECT t.facet_kind, t.value_total, t.missing_count, c.cardinality,
       r.facet_key, r.item_count, s.label, to_json(s.sample_media_ids) AS sample_media_ids
  FROM total t
 CROSS JOIN LATERAL (
   SELECT count(*)::integer AS cardinality
     FROM (SELECT facet_key FROM intelligence_facet_values
            WHERE library_id = ANY($1::uuid[]) AND facet_kind = t.facet_kind GROUP BY facet_key) AS v
 ) AS c
  LEFT JOIN LATERAL (
   WITH best AS (
     SELECT DISTINCT v.facet_key FROM unnest($1::uuid[]) AS l(library_id)
      CROSS JOIN LATERAL (
        SELECT facet_key FROM intelligence_facet_values
         WHERE library_id = l.library_id AND facet_kind = t.facet_kind AND item_count > 1
         ORDER BY item_count DESC, facet_key LIMIT $3
      ) AS v
      WHERE t.libraries <= ${BOUNDED_LIBRARIES_MAX}
   ),
   threshold AS MATERIALIZED (
     SELECT coalesce((
       SELECT ceil(k.bound::float8 / t.libraries)::integer
         FROM (SELECT ${sumOf('b.facet_key')} AS bound FROM best b ORDER BY bound DESC OFFSET $3 - 1 LIMIT 1) AS k
     ), 1) AS min_count
   ),
   summed AS (
     SELECT f.facet_key, ${sumOf('f.facet_key')} AS item_count
       FROM (SELECT DISTINCT v.facet_key FROM threshold m CROSS JOIN unnest($1::uuid[]) AS l(library_id)
               JOIN intelligence_facet_values v
                 ON v.library_id = l.library_id AND v.facet_kind = t.facet_kind
                AND v.item_count > 1 AND v.item_count >= m.min_count
              WHERE m.min_count > 1) AS f
     UNION ALL
     SELECT v.facet_key, sum(v.item_count)::integer
       FROM threshold m
       JOIN intelligence_facet_values v ON v.library_id = ANY($1::uuid[]) AND v.facet_kind = t.facet_kind
      WHERE m.min_count <= 1
      GROUP BY v.facet_key
   )
   SELECT facet_key, item_count FROM summed ORDER BY item_count DESC, facet_key LIMIT $3
 ) AS r ON true
 CROSS JOIN LATERAL (
   SELECT (array_agg(v.label ORDER BY sample.id COLLATE "C"))[1] AS label,
          (array_agg(sample.id ORDER BY sample.id COLLATE "C"))[1:3] AS sample_media_ids
     FROM intelligence_facet_values v CROSS JOIN unnest(v.sample_media_ids) AS sample(id)
    WHERE v.library_id = ANY($1::uuid[]) AND v.facet_kind = t.facet_kind AND v.facet_key = r.facet_key
 ) AS s
 ORDER BY t.facet_kind, r.item_count DESC, r.facet_key`,
};

/**
 * On a distributed database: the totals of `SUMMED_FACET_VALUES`, except the numbers of distinct values. Each node adds
 * up its libraries, and the coordinator adds up the sums of the nodes. Parameters: $1 library ids, $2 kinds.
 */
export const SUMMED_FACET_TOTALS: Statement = {
  name: 'overview-summed-facet-totals',
  text: `SELECT facet_kind, sum(value_total)::float8 AS value_total, sum(missing_count)::integer AS missing_count
           FROM intelligence_facet_groups WHERE library_id = ANY($1::uuid[]) AND facet_kind = ANY($2::text[])
          GROUP BY facet_kind ORDER BY facet_kind`,
};

/**
 * On a distributed database: the values of `SUMMED_FACET_VALUES` with their counts, and the number of distinct values
 * of each kind, but no labels and samples. Parameters: $1 library ids, $2 kinds, $3 maximum number of values of a kind.
 */
export const SUMMED_FACET_COUNTS: Statement = {
  name: 'overview-summed-facet-counts',
  text: `
WITH summed AS MATERIALIZED (
  SELECT facet_kind, facet_key, sum(item_count)::integer AS item_count
    FROM intelligence_facet_values
   WHERE library_id = ANY($1::uuid[]) AND facet_kind = ANY($2::text[])
   GROUP BY facet_kind, facet_key
)
SELECT * FROM (
  SELECT facet_kind, facet_key, item_count,
         row_number() OVER (PARTITION BY facet_kind ORDER BY item_count DESC, facet_key) AS place,
         count(*) OVER (PARTITION BY facet_kind)::integer AS cardinality
    FROM summed) AS ranked
 WHERE place <= $3 ORDER BY facet_kind, place`,
};

/** On a distributed database: value labels and samples by library. Parameters: $1 library ids, $2 kinds, $3 keys. */
export const FACET_SAMPLES: Statement = {
  name: 'overview-facet-samples',
  text: `SELECT facet_kind, facet_key, label, to_json(sample_media_ids) AS sample_media_ids
           FROM intelligence_facet_values
          WHERE library_id = ANY($1::uuid[]) AND facet_kind = ANY($2::text[]) AND facet_key = ANY($3::text[])`,
};

/**
 * The user's watch states of served items, except `unwatched`, counted by library and state. Parameters: $1 library
 * ids, $2 user id.
 */
export const WATCH_STATE_COUNTS: Statement = perLibrary(
  { name: 'overview-watch-state-counts', library: 1, parameters: 2 },
  (libraries) => `
SELECT w.library_id, w.state, count(*)::integer AS item_count,
       (array_agg(c.media_kind || ':' || c.media_id ORDER BY (c.media_kind || ':' || c.media_id) COLLATE "C"))[1:3]
         AS sample_media_ids
  FROM watch_states w
  JOIN served_media_context c ON ${libraries.sameLibrary('c.library_id', 'w.library_id')} AND c.media_id = w.media_id
 WHERE w.user_id = $2 AND ${libraries.isListed('w.library_id')} AND w.state <> 'unwatched'
   AND c.media_kind IN ('movie', 'episode')
 GROUP BY w.library_id, w.state`,
);

/**
 * The items of $1 that the user has started or completed. Parameters: $1 media UUIDs, $2 user id, $3 libraries of the
 * items.
 */
export const STARTED_MEDIA: Statement = perLibrary(
  { name: 'overview-started-media', library: 3, parameters: 3 },
  (libraries) => `
SELECT w.media_id FROM watch_states w
 WHERE w.user_id = $2 AND w.media_id = ANY($1::uuid[]) AND ${libraries.isListed('w.library_id')} AND w.state <> 'unwatched'`,
);
