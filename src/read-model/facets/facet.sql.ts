import { ALL_LIBRARIES } from '../../database/all-libraries';

/**
 * The common part of the statements that apply deltas to facet counts. `$1` holds the ids of the libraries to which the
 * deltas apply, `$2` to `$8` the columns of the deltas, with media ids joined by commas. Deltas as JSON would add a
 * fourth to the time of the write.
 */
const DELTAS = `
unscoped_delta AS MATERIALIZED (
  SELECT d.facet_kind, d.facet_key, d.label, d.added_count, d.removed_count,
         string_to_array(d.added, ',') AS added, string_to_array(d.removed, ',') AS removed
    FROM unnest($2::text[], $3::text[], $4::text[], $5::integer[], $6::integer[], $7::text[], $8::text[])
         AS d(facet_kind, facet_key, label, added_count, removed_count, added, removed)
),
delta AS (
  SELECT scope.library_id, unscoped_delta.*
    FROM unscoped_delta CROSS JOIN unnest($1::uuid[]) AS scope(library_id)
)`;

/** Decreases counts and removes items from the samples. Returns the values that have items but fewer than 3 samples. */
export const LOWER_COUNTS_SQL = `
WITH ${DELTAS},
lowered AS (
  UPDATE intelligence_facet_values AS v
     SET item_count = v.item_count - d.removed_count,
         sample_media_ids = ARRAY(SELECT id FROM unnest(v.sample_media_ids) AS id WHERE id <> ALL (d.removed))
    FROM delta d
   WHERE d.removed_count > 0 AND d.facet_key <> ''
     AND v.library_id = d.library_id AND v.facet_kind = d.facet_kind AND v.facet_key = d.facet_key
  RETURNING v.library_id, v.facet_kind, v.facet_key, v.item_count, cardinality(v.sample_media_ids) AS samples
)
SELECT library_id, facet_kind, facet_key FROM lowered WHERE samples < 3 AND item_count > 0`;

/** Deletes the values of the deltas that no item has any more, and decreases the `cardinality` of their groups. */
export const DROP_EMPTY_SQL = `
WITH ${DELTAS},
dropped AS (
  DELETE FROM intelligence_facet_values AS v USING delta d
   WHERE d.removed_count > 0 AND v.item_count = 0
     AND v.library_id = d.library_id AND v.facet_kind = d.facet_kind AND v.facet_key = d.facet_key
  RETURNING v.library_id, v.facet_kind
)
UPDATE intelligence_facet_groups AS g SET cardinality = g.cardinality - d.dropped
  FROM (SELECT library_id, facet_kind, count(*)::integer AS dropped FROM dropped GROUP BY 1, 2) AS d
 WHERE g.library_id = d.library_id AND g.facet_kind = d.facet_kind`;

/** Adds the new count of a value to the stored one. Keeps the 3 smallest ids of both samples, and their first label. */
const MERGE_VALUE = `
     SET item_count = v.item_count + EXCLUDED.item_count,
         sample_media_ids = CASE
           WHEN v.sample_media_ids[3] COLLATE "C" < EXCLUDED.sample_media_ids[1] THEN v.sample_media_ids
           ELSE ARRAY(SELECT id FROM unnest(v.sample_media_ids || EXCLUDED.sample_media_ids) AS id
                       ORDER BY id COLLATE "C" LIMIT 3) END,
         label = CASE WHEN v.sample_media_ids[1] COLLATE "C" < EXCLUDED.sample_media_ids[1]
                      THEN v.label ELSE EXCLUDED.label END`;

/** Increases counts and totals, and adds samples. A value is new if its count equals the added count. */
export const RAISE_COUNTS_SQL = `
WITH ${DELTAS},
raised AS (
  INSERT INTO intelligence_facet_values AS v
         (library_id, facet_kind, facet_key, label, item_count, sample_media_ids)
  SELECT library_id, facet_kind, facet_key, label, added_count, added
    FROM delta WHERE added_count > 0 AND facet_key <> ''
  ON CONFLICT (library_id, facet_kind, facet_key) DO UPDATE ${MERGE_VALUE}
  RETURNING v.library_id, v.facet_kind, v.facet_key, v.item_count
),
totals AS (
  SELECT d.library_id, d.facet_kind,
         count(*) FILTER (WHERE r.item_count = d.added_count) AS created,
         sum(d.added_count - d.removed_count) FILTER (WHERE d.facet_key <> '') AS value_change,
         sum(d.added_count - d.removed_count) FILTER (WHERE d.facet_key = '') AS missing_change
    FROM delta d LEFT JOIN raised r USING (library_id, facet_kind, facet_key)
   GROUP BY d.library_id, d.facet_kind
)
INSERT INTO intelligence_facet_groups AS g (library_id, facet_kind, cardinality, value_total, missing_count)
SELECT library_id, facet_kind, created, coalesce(value_change, 0), coalesce(missing_change, 0)
  FROM totals
ON CONFLICT (library_id, facet_kind) DO UPDATE
   SET cardinality = g.cardinality + EXCLUDED.cardinality,
       value_total = g.value_total + EXCLUDED.value_total,
       missing_count = g.missing_count + EXCLUDED.missing_count`;

/**
 * Finds new samples for the values that lost one, with the index on the facet keys of the items. A value of many items
 * rarely loses a sample, so most searches read few items.
 */
export const REFILL_SAMPLES_SQL = `
WITH to_refill AS (
  SELECT * FROM json_to_recordset($1::json) AS k(library_id uuid, facet_kind text, facet_key text)
)
UPDATE intelligence_facet_values AS v
   SET sample_media_ids = fresh.ids, label = fresh.label
  FROM to_refill s CROSS JOIN LATERAL (
    SELECT array_agg(item.id ORDER BY item.id COLLATE "C") AS ids,
           (array_agg(item.label ORDER BY item.id COLLATE "C"))[1] AS label
      FROM (
        SELECT c.media_kind || ':' || c.media_id AS id,
               (SELECT f->>'label' FROM json_array_elements(c.facets) AS f
                 WHERE f->>'kind' = s.facet_kind AND f->>'key' = s.facet_key) AS label
          FROM served_media_context c
         WHERE c.library_id = s.library_id AND c.facet_keys @> ARRAY[s.facet_kind || ':' || s.facet_key]
         ORDER BY (c.media_kind || ':' || c.media_id) COLLATE "C" LIMIT 3
      ) AS item
  ) AS fresh
 WHERE v.library_id = s.library_id AND v.facet_kind = s.facet_kind AND v.facet_key = s.facet_key
   AND fresh.ids IS NOT NULL`;

/** Finds new samples for the counts over all libraries, among the samples of each library. */
export const REFILL_ALL_SAMPLES_SQL = `
WITH to_refill AS (
  SELECT DISTINCT facet_kind, facet_key
    FROM json_to_recordset($1::json) AS k(library_id uuid, facet_kind text, facet_key text)
)
UPDATE intelligence_facet_values AS v
   SET sample_media_ids = fresh.ids, label = fresh.label
  FROM to_refill s CROSS JOIN LATERAL (
    SELECT array_agg(item.id ORDER BY item.id COLLATE "C") AS ids,
           (array_agg(item.label ORDER BY item.id COLLATE "C"))[1] AS label
      FROM (
        SELECT sample.id, o.label
          FROM libraries l
          JOIN intelligence_facet_values o
            ON o.library_id = l.library_id AND o.facet_kind = s.facet_kind AND o.facet_key = s.facet_key
         CROSS JOIN unnest(o.sample_media_ids) AS sample(id)
         ORDER BY sample.id COLLATE "C" LIMIT 3
      ) AS item
  ) AS fresh
 WHERE v.library_id = '${ALL_LIBRARIES}' AND v.facet_kind = s.facet_kind AND v.facet_key = s.facet_key
   AND fresh.ids IS NOT NULL`;

/** Subtracts the counts of one library from the counts over all libraries. Returns the values that still have items. */
export const LOWER_ALL_BY_LIBRARY_SQL = `
WITH lowered AS (
  UPDATE intelligence_facet_values AS v
     SET item_count = v.item_count - o.item_count
    FROM intelligence_facet_values o
   WHERE o.library_id = $1 AND v.library_id = '${ALL_LIBRARIES}'
     AND v.facet_kind = o.facet_kind AND v.facet_key = o.facet_key
  RETURNING v.facet_kind, v.facet_key, v.item_count
),
totals AS (
  UPDATE intelligence_facet_groups AS g
     SET cardinality = g.cardinality - coalesce(dropped.number, 0),
         value_total = g.value_total - o.value_total,
         missing_count = g.missing_count - o.missing_count
    FROM intelligence_facet_groups o
    LEFT JOIN (SELECT facet_kind, count(*)::integer AS number FROM lowered WHERE item_count = 0 GROUP BY 1) AS dropped
           ON dropped.facet_kind = o.facet_kind
   WHERE o.library_id = $1 AND g.library_id = '${ALL_LIBRARIES}' AND g.facet_kind = o.facet_kind
)
SELECT NULL AS library_id, facet_kind, facet_key FROM lowered WHERE item_count > 0`;

/** Deletes the counts of a library, and its values over all libraries that no item has any more. */
export const DROP_LIBRARY_SQL = [
  `DELETE FROM intelligence_facet_values AS v USING intelligence_facet_values o
    WHERE o.library_id = $1 AND v.library_id = '${ALL_LIBRARIES}' AND v.item_count = 0
      AND v.facet_kind = o.facet_kind AND v.facet_key = o.facet_key`,
  'DELETE FROM intelligence_facet_values WHERE library_id = $1',
  'DELETE FROM intelligence_facet_groups WHERE library_id = $1',
];

/** Adds the values of a library to those over all libraries. */
export const RAISE_ALL_BY_LIBRARY_SQL = `
INSERT INTO intelligence_facet_values AS v (library_id, facet_kind, facet_key, label, item_count, sample_media_ids)
SELECT '${ALL_LIBRARIES}', facet_kind, facet_key, label, item_count, sample_media_ids
  FROM intelligence_facet_values WHERE library_id = $1
ON CONFLICT (library_id, facet_kind, facet_key) DO UPDATE ${MERGE_VALUE}`;

/** Adds the totals of a library to those over all libraries. Run it after `RAISE_ALL_BY_LIBRARY_SQL`. */
export const RAISE_ALL_GROUPS_BY_LIBRARY_SQL = `
INSERT INTO intelligence_facet_groups AS g (library_id, facet_kind, cardinality, value_total, missing_count)
SELECT '${ALL_LIBRARIES}', o.facet_kind,
       (SELECT count(*) FROM intelligence_facet_values v
         WHERE v.library_id = '${ALL_LIBRARIES}' AND v.facet_kind = o.facet_kind),
       o.value_total, o.missing_count
  FROM intelligence_facet_groups o WHERE o.library_id = $1
ON CONFLICT (library_id, facet_kind) DO UPDATE
   SET cardinality = EXCLUDED.cardinality,
       value_total = g.value_total + EXCLUDED.value_total,
       missing_count = g.missing_count + EXCLUDED.missing_count`;
