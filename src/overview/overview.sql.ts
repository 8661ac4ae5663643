import type { Statement } from '../database/read-pool';
import { visible } from '../read-model/visibility';

/** The libraries of a request, named or all, as far as the caller may see them. */
const REQUESTED = `${visible('l', '$1')} AND ($2::uuid[] IS NULL OR l.library_id = ANY($2::uuid[]))`;

/** Libraries that an overview may be of. */
export const LIBRARIES_MAX = 10_000;

/**
 * All libraries of the request, each with the number there are in all: 1 visible, 2 requested. Libraries are few: their
 * bound is no page. One more than that tells whether it cuts them off.
 */
export const REQUESTED_LIBRARIES: Statement = {
  name: 'overview-requested-libraries',
  text: `SELECT l.library_id, l.name, l.library_kind, (SELECT count(*)::integer FROM libraries) AS existing
           FROM libraries l WHERE ${REQUESTED}
          ORDER BY l.name, l.library_id LIMIT ${LIBRARIES_MAX + 1}`,
};

/** Totals per library and kind: 1 library ids, 2 kinds. */
export const FACET_GROUPS: Statement = {
  name: 'overview-facet-groups',
  text: `SELECT library_id, facet_kind, cardinality, value_total::float8 AS value_total, missing_count
           FROM intelligence_facet_groups WHERE library_id = ANY($1::uuid[]) AND facet_kind = ANY($2::text[])`,
};

/**
 * The most frequent values per library and kind: 1 library ids, 2 kinds, 3 values per group. Values that stand once
 * have no place in the index by count, so they are read, by key, only where there are some and room for them.
 */
export const TOP_FACET_VALUES: Statement = {
  name: 'overview-top-facet-values',
  text: `
SELECT g.library_id, g.facet_kind, v.facet_key, v.label, v.item_count, to_json(v.sample_media_ids) AS sample_media_ids
  FROM (SELECT library_id, facet_kind, cardinality FROM intelligence_facet_groups
         WHERE library_id = ANY($1::uuid[]) AND facet_kind = ANY($2::text[]) AND cardinality > 0) AS g
 CROSS JOIN LATERAL (
   WITH frequent AS MATERIALIZED (
     SELECT facet_key, label, item_count, sample_media_ids FROM intelligence_facet_values
      WHERE library_id = g.library_id AND facet_kind = g.facet_kind AND item_count > 1
      ORDER BY item_count DESC, facet_key LIMIT $3
   )
   SELECT * FROM frequent
   UNION ALL
   (SELECT facet_key, label, item_count, sample_media_ids FROM intelligence_facet_values
     WHERE (SELECT count(*) FROM frequent) < least($3, g.cardinality)
       AND library_id = g.library_id AND facet_kind = g.facet_kind AND item_count = 1
     ORDER BY facet_key LIMIT $3)
 ) AS v
 ORDER BY g.library_id, g.facet_kind, v.item_count DESC, v.facet_key`,
};

/**
 * The same, summed over a choice of libraries that is neither one nor all: 1 library ids, 2 kinds, 3 values per
 * group. Grows with the distinct values of the choice, never with its items.
 */
export const SUMMED_FACET_VALUES: Statement = {
  name: 'overview-summed-facet-values',
  text: `
WITH summed AS (
  SELECT facet_kind, facet_key, sum(item_count)::integer AS item_count
    FROM intelligence_facet_values
   WHERE library_id = ANY($1::uuid[]) AND facet_kind = ANY($2::text[])
   GROUP BY facet_kind, facet_key
),
ranked AS (
  SELECT facet_kind, facet_key, item_count,
         row_number() OVER (PARTITION BY facet_kind ORDER BY item_count DESC, facet_key) AS place,
         count(*) OVER (PARTITION BY facet_kind)::integer AS cardinality
    FROM summed
)
SELECT r.facet_kind, r.facet_key, r.item_count, r.cardinality, s.label, to_json(s.sample_media_ids) AS sample_media_ids
  FROM ranked r
 CROSS JOIN LATERAL (
   SELECT (array_agg(v.label ORDER BY sample.id COLLATE "C"))[1] AS label,
          (array_agg(sample.id ORDER BY sample.id COLLATE "C"))[1:3] AS sample_media_ids
     FROM intelligence_facet_values v CROSS JOIN unnest(v.sample_media_ids) AS sample(id)
    WHERE v.library_id = ANY($1::uuid[]) AND v.facet_kind = r.facet_kind AND v.facet_key = r.facet_key
 ) AS s
 WHERE r.place <= $3
 ORDER BY r.facet_kind, r.item_count DESC, r.facet_key`,
};

/** The caller's own watch states that are not `unwatched`, per library: 1 library ids, 2 user id. */
export const WATCH_STATE_COUNTS: Statement = {
  name: 'overview-watch-state-counts',
  text: `
SELECT w.library_id, w.state, count(*)::integer AS item_count,
       (array_agg(c.media_kind || ':' || c.media_id ORDER BY (c.media_kind || ':' || c.media_id) COLLATE "C"))[1:3]
         AS sample_media_ids
  FROM watch_states w
  JOIN served_media_context c ON c.library_id = w.library_id AND c.media_id = w.media_id
 WHERE w.user_id = $2 AND w.library_id = ANY($1::uuid[]) AND w.state <> 'unwatched'
   AND c.media_kind IN ('movie', 'episode')
 GROUP BY w.library_id, w.state`,
};

/** Which of some items the caller has begun or finished: 1 media UUIDs, 2 user id. */
export const TOUCHED_MEDIA: Statement = {
  name: 'overview-touched-media',
  text: `SELECT media_id FROM watch_states
          WHERE user_id = $2 AND media_id = ANY($1::uuid[]) AND state <> 'unwatched'`,
};
