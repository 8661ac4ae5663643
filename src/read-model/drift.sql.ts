/**
 * How the read model may differ from the catalog, found set-based over one bounded range of a library:
 * 1 library id, 2 the media id to start after (or null), 3 rows at most.
 */
export const DRIFT_SQL = `
WITH range AS (
  SELECT media_id FROM (
    SELECT media_id FROM media_items WHERE library_id = $1 AND ($2::uuid IS NULL OR media_id > $2)
    UNION
    SELECT media_id FROM intelligence_media_context WHERE library_id = $1 AND ($2::uuid IS NULL OR media_id > $2)
    UNION
    SELECT media_id FROM intelligence_search_documents WHERE library_id = $1 AND ($2::uuid IS NULL OR media_id > $2)
  ) AS ids ORDER BY media_id LIMIT $3
)
SELECT r.media_id,
       CASE
         WHEN m.media_id IS NULL THEN 'orphaned'
         WHEN c.media_id IS NULL OR d.media_id IS NULL THEN 'missing'
         WHEN c.status = 'stale' AND q.media_id IS NULL THEN 'unqueued'
         WHEN c.status = 'ready' AND (
                c.source_hash <> m.content_hash || coalesce('.' || s.inherited_hash, '')
             OR c.available <> m.available OR d.status <> 'ready' OR d.available <> m.available) THEN 'outdated'
       END AS drift
  FROM range r
  LEFT JOIN media_items m ON m.library_id = $1 AND m.media_id = r.media_id
  LEFT JOIN intelligence_media_context c ON c.library_id = $1 AND c.media_id = r.media_id
  LEFT JOIN intelligence_search_documents d ON d.library_id = $1 AND d.media_id = r.media_id
  LEFT JOIN intelligence_media_context s ON s.library_id = $1 AND s.media_id = m.series_id
  LEFT JOIN intelligence_dirty_keys q ON q.library_id = $1 AND q.media_id = r.media_id
 ORDER BY r.media_id`;

/** The counts of a library as a recount of its served items gives them. */
const RECOUNT = `
item AS (
  SELECT c.media_kind || ':' || c.media_id AS id, f->>'kind' AS facet_kind, (f->>'key') COLLATE "C" AS facet_key,
         f->>'label' AS label
    FROM intelligence_media_context c CROSS JOIN jsonb_array_elements(c.facets) AS f
   WHERE c.library_id = $1 AND c.status = 'ready' AND c.available
     AND (c.media_kind IN ('movie', 'series') OR f->>'kind' = 'media_kind')
),
recount AS (
  SELECT facet_kind, facet_key, (array_agg(label ORDER BY id COLLATE "C"))[1] AS label, count(*)::integer AS item_count,
         (array_agg(id ORDER BY id COLLATE "C"))[1:3] AS sample_media_ids
    FROM item GROUP BY facet_kind, facet_key
)`;

/** How many facet values of a library differ from a recount: 1 library id. */
export const FACET_DRIFT_SQL = `
WITH ${RECOUNT}
SELECT count(*)::integer AS drifted
  FROM recount r
  FULL JOIN (SELECT * FROM intelligence_facet_values WHERE library_id = $1) AS v USING (facet_kind, facet_key)
 WHERE (r.item_count, r.label, r.sample_media_ids) IS DISTINCT FROM (v.item_count, v.label, v.sample_media_ids)`;

/** Writes a library's values anew from a recount: 1 library id. Runs after the old ones were taken away. */
export const RECOUNT_VALUES_SQL = `
WITH ${RECOUNT}
INSERT INTO intelligence_facet_values (library_id, facet_kind, facet_key, label, item_count, sample_media_ids)
SELECT $1, facet_kind, facet_key, label, item_count, sample_media_ids FROM recount`;

/** Writes a library's totals anew: 1 library id, 2 the kinds that count titles. */
export const RECOUNT_GROUPS_SQL = `
INSERT INTO intelligence_facet_groups (library_id, facet_kind, cardinality, value_total, missing_count)
SELECT $1, coalesce(v.facet_kind, m.facet_kind), coalesce(v.cardinality, 0), coalesce(v.value_total, 0),
       coalesce(m.missing_count, 0)
  FROM (SELECT facet_kind, count(*) AS cardinality, sum(item_count) AS value_total
          FROM intelligence_facet_values WHERE library_id = $1 GROUP BY facet_kind) AS v
  FULL JOIN (
    SELECT kind AS facet_kind, count(*) AS missing_count
      FROM intelligence_media_context c CROSS JOIN unnest($2::text[]) AS kind
     WHERE c.library_id = $1 AND c.status = 'ready' AND c.available AND c.media_kind IN ('movie', 'series')
       AND c.facet_keys @> ARRAY[kind || ':']
     GROUP BY kind
  ) AS m USING (facet_kind)`;
