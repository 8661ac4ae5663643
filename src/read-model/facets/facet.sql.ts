/**
 * Sets the version of the counts. Parameters: $1 library, $2 a version that is unique to this write. Writers of a
 * library hold its lock one after the other, so snapshots with the same version of its counts contain the same counts.
 */
export const SET_FACET_VERSION_SQL = 'UPDATE libraries SET facet_version = $2 WHERE library_id = $1';

/**
 * The CTE of the statements that apply deltas to the facet counts of one library. `$1` is the id of the library, `$2`
 * to `$8` are the columns of the deltas, with media ids joined by commas. Deltas with an empty key count the items
 * without a value. Deltas as JSON would make the write a quarter slower.
 */
const DELTAS = `
delta AS MATERIALIZED (
  SELECT d.facet_kind, d.facet_key, d.label, d.added_count, d.removed_count,
         string_to_array(d.added_samples, ',') AS added_samples, string_to_array(d.removed_ids, ',') AS removed_ids
    FROM unnest($2::text[], $3::text[], $4::text[], $5::integer[], $6::integer[], $7::text[], $8::text[])
         AS d(facet_kind, facet_key, label, added_count, removed_count, added_samples, removed_ids)
)`;

/** Lowers counts and removes samples. Returns the lowered values that still have items but fewer than 3 samples. */
export const LOWER_COUNTS_SQL = `
WITH ${DELTAS},
lowered AS (
  UPDATE intelligence_facet_values AS v
     SET item_count = v.item_count - d.removed_count,
         sample_media_ids = ARRAY(SELECT id FROM unnest(v.sample_media_ids) AS id WHERE id <> ALL (d.removed_ids))
    FROM delta d
   WHERE d.removed_count > 0 AND d.facet_key <> ''
     AND v.library_id = $1 AND v.facet_kind = d.facet_kind AND v.facet_key = d.facet_key
  RETURNING v.facet_kind, v.facet_key, v.item_count, cardinality(v.sample_media_ids) AS samples
)
SELECT facet_kind, facet_key FROM lowered WHERE samples < 3 AND item_count > 0`;

/** Deletes the values of the deltas that no item has any more, and decreases the `cardinality` of their groups. */
export const DROP_EMPTY_SQL = `
WITH ${DELTAS},
dropped AS (
  DELETE FROM intelligence_facet_values AS v USING delta d
   WHERE d.removed_count > 0 AND v.item_count = 0
     AND v.library_id = $1 AND v.facet_kind = d.facet_kind AND v.facet_key = d.facet_key
  RETURNING v.facet_kind
)
UPDATE intelligence_facet_groups AS g SET cardinality = g.cardinality - d.dropped
  FROM (SELECT facet_kind, count(*)::integer AS dropped FROM dropped GROUP BY facet_kind) AS d
 WHERE g.library_id = $1 AND g.facet_kind = d.facet_kind`;

/**
 * Adds the count of a delta to the stored count. Keeps the 3 smallest ids of both lists of samples, and the label of
 * the first of these ids.
 */
const MERGE_VALUE = `
     SET item_count = v.item_count + EXCLUDED.item_count,
         sample_media_ids = CASE
           WHEN v.sample_media_ids[3] COLLATE "C" < EXCLUDED.sample_media_ids[1] THEN v.sample_media_ids
           ELSE ARRAY(SELECT id FROM unnest(v.sample_media_ids || EXCLUDED.sample_media_ids) AS id
                       ORDER BY id COLLATE "C" LIMIT 3) END,
         label = CASE WHEN v.sample_media_ids[1] COLLATE "C" < EXCLUDED.sample_media_ids[1]
                      THEN v.label ELSE EXCLUDED.label END`;

/**
 * Increases counts, adds samples, and adds the increases and decreases of all deltas to the totals. A value is new if
 * its count equals the added count.
 */
export const RAISE_COUNTS_SQL = `
WITH ${DELTAS},
raised AS (
  INSERT INTO intelligence_facet_values AS v
         (library_id, facet_kind, facet_key, label, item_count, sample_media_ids)
  SELECT $1::uuid, facet_kind, facet_key, label, added_count, added_samples
    FROM delta WHERE added_count > 0 AND facet_key <> ''
  ON CONFLICT (library_id, facet_kind, facet_key) DO UPDATE ${MERGE_VALUE}
  RETURNING v.facet_kind, v.facet_key, v.item_count
),
totals AS (
  SELECT d.facet_kind,
         count(*) FILTER (WHERE r.item_count = d.added_count) AS created,
         sum(d.added_count - d.removed_count) FILTER (WHERE d.facet_key <> '') AS value_change,
         sum(d.added_count - d.removed_count) FILTER (WHERE d.facet_key = '') AS missing_change
    FROM delta d LEFT JOIN raised r USING (facet_kind, facet_key)
   GROUP BY d.facet_kind
)
INSERT INTO intelligence_facet_groups AS g (library_id, facet_kind, cardinality, value_total, missing_count)
SELECT $1::uuid, facet_kind, created, coalesce(value_change, 0), coalesce(missing_change, 0)
  FROM totals
ON CONFLICT (library_id, facet_kind) DO UPDATE
   SET cardinality = g.cardinality + EXCLUDED.cardinality,
       value_total = g.value_total + EXCLUDED.value_total,
       missing_count = g.missing_count + EXCLUDED.missing_count`;

/**
 * Stores the samples and the label again for values of library `$1`. `$2` is the result of `LOWER_COUNTS_SQL` as JSON.
 * Finds the items with the index on their facet keys. Most look-ups read few items, because a value with many items
 * rarely loses a sample.
 */
export const REFILL_SAMPLES_SQL = `
WITH to_refill AS (
  SELECT * FROM json_to_recordset($2::json) AS k(facet_kind text, facet_key text)
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
         WHERE c.library_id = $1 AND c.facet_keys @> ARRAY[s.facet_kind || ':' || s.facet_key]
         ORDER BY (c.media_kind || ':' || c.media_id) COLLATE "C" LIMIT 3
      ) AS item
  ) AS fresh
 WHERE v.library_id = $1 AND v.facet_kind = s.facet_kind AND v.facet_key = s.facet_key
   AND fresh.ids IS NOT NULL`;

/** Deletes the counts of a library. */
export const DELETE_COUNTS_SQL = [
  'DELETE FROM intelligence_facet_values WHERE library_id = $1',
  'DELETE FROM intelligence_facet_groups WHERE library_id = $1',
];
