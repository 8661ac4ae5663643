import { countSlotOf } from '../artifacts/artifact-counts';

/**
 * Returns SQL of the next ids of a table, as a part of a union. Each part has a limit, because PostgreSQL before 17
 * would otherwise read all further ids of the library.
 */
function nextIds(table: string): string {
  return `(SELECT media_id FROM ${table}
            WHERE library_id = $1 AND ($2::uuid IS NULL OR media_id > $2) ORDER BY media_id LIMIT $3)`;
}

/**
 * The next items of a library, each with the difference between its read-model rows and the catalog (null: none, or a
 * stale row in the queue). Parameters: 1 library id, 2 the media id to start after (or null), 3 maximum number of
 * items. Compares hashes and not revisions, because a correct row keeps its old revision in a refresh.
 */
export const DRIFT_SQL = `
WITH range AS (
  SELECT media_id FROM (
    ${['media_items', 'intelligence_media_context', 'intelligence_search_documents'].map(nextIds).join(' UNION ')}
  ) AS ids ORDER BY media_id LIMIT $3
)
SELECT r.media_id, m.series_id,
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

/** The libraries of the catalog, and removed libraries that still have read-model rows. */
export const RECONCILED_LIBRARIES_SQL = `
SELECT library_id FROM libraries
 UNION SELECT library_id FROM intelligence_media_context
 UNION SELECT library_id FROM intelligence_search_documents
 UNION SELECT library_id FROM intelligence_facet_groups
 UNION SELECT library_id FROM intelligence_facet_values
 ORDER BY library_id`;

/**
 * The facet counts of a library, recounted from its served items. A facet key without a value, such as `genre:`, marks
 * a movie or series that has no value of this kind. Parameters: 1 library id, 2 the facet kinds of movies and series.
 */
const RECOUNT = `
item AS (
  SELECT c.media_kind || ':' || c.media_id AS id, f->>'kind' AS facet_kind, (f->>'key') COLLATE "C" AS facet_key,
         f->>'label' AS label
    FROM served_media_context c CROSS JOIN json_array_elements(c.facets) AS f
   WHERE c.library_id = $1
     AND (c.media_kind IN ('movie', 'series') OR f->>'kind' = 'media_kind')
),
expected_value AS (
  SELECT facet_kind, facet_key, (array_agg(label ORDER BY id COLLATE "C"))[1] AS label, count(*)::integer AS item_count,
         (array_agg(id ORDER BY id COLLATE "C"))[1:3] AS sample_media_ids
    FROM item GROUP BY facet_kind, facet_key
),
missing AS (
  SELECT kind AS facet_kind, count(*)::integer AS missing_count
    FROM served_media_context c CROSS JOIN unnest($2::text[]) AS kind
   WHERE c.library_id = $1 AND c.media_kind IN ('movie', 'series')
     AND c.facet_keys @> ARRAY[kind || ':']
   GROUP BY kind
),
expected_group AS (
  SELECT facet_kind, coalesce(v.cardinality, 0) AS cardinality, coalesce(v.value_total, 0) AS value_total,
         coalesce(m.missing_count, 0) AS missing_count
    FROM (SELECT facet_kind, count(*)::integer AS cardinality, sum(item_count)::bigint AS value_total
            FROM expected_value GROUP BY facet_kind) AS v
    FULL JOIN missing m USING (facet_kind)
)`;

/**
 * How many facet values, and how many totals of facet kinds, of a library differ from a recount. Parameters: 1 library
 * id, 2 the facet kinds of movies and series.
 */
export const FACET_DRIFT_SQL = `WITH ${RECOUNT}
SELECT (SELECT count(*)::integer
          FROM expected_value e
          FULL JOIN (SELECT * FROM intelligence_facet_values WHERE library_id = $1) AS v USING (facet_kind, facet_key)
         WHERE (e.item_count, e.label, e.sample_media_ids) IS DISTINCT FROM (v.item_count, v.label, v.sample_media_ids)
       ) AS facet_values,
       (SELECT count(*)::integer
          FROM expected_group e
          FULL JOIN (SELECT * FROM intelligence_facet_groups WHERE library_id = $1) AS g USING (facet_kind)
         WHERE (coalesce(e.cardinality, 0), coalesce(e.value_total, 0), coalesce(e.missing_count, 0))
               <> (coalesce(g.cardinality, 0), coalesce(g.value_total, 0), coalesce(g.missing_count, 0))
       ) AS facet_totals`;

/** Writes the facet counts of a library, after the old ones were deleted. Parameters as in `FACET_DRIFT_SQL`. */
export const RECOUNT_SQL = `WITH ${RECOUNT},
rewritten AS (
  INSERT INTO intelligence_facet_values (library_id, facet_kind, facet_key, label, item_count, sample_media_ids)
  SELECT $1, facet_kind, facet_key, label, item_count, sample_media_ids FROM expected_value
)
INSERT INTO intelligence_facet_groups (library_id, facet_kind, cardinality, value_total, missing_count)
SELECT $1, facet_kind, cardinality, value_total, missing_count FROM expected_group`;

/**
 * Returns the query of artifacts about a library or an item that no longer exists. Leaves out invalidated artifacts. If
 * only the item is gone, also leaves out artifacts derived from it, which `ArtifactDrift.compareLibrary` handles.
 */
function orphanedArtifacts(filter: string): string {
  return `
SELECT a.partition_id, a.owner_key, a.artifact_id
  FROM intelligence_artifacts a
  LEFT JOIN libraries l ON l.library_id = a.partition_id
  LEFT JOIN media_items m ON m.library_id = a.partition_id AND m.media_id = a.media_id
 WHERE a.status <> 'invalidated' AND a.library_id IS NOT NULL${filter}
   AND (l.library_id IS NULL OR (a.media_id IS NOT NULL AND m.media_id IS NULL AND NOT EXISTS (
         SELECT FROM intelligence_artifact_sources s
          WHERE s.partition_id = a.partition_id AND s.owner_key = a.owner_key AND s.artifact_id = a.artifact_id
            AND s.source_kind IN ('media', 'watch_state') AND s.source_partition_id = a.partition_id
            AND s.source_id = a.media_id)))
 LIMIT 1000`;
}

/** Orphaned artifacts of all libraries; at most 1,000. */
export const ORPHANED_ARTIFACTS_SQL = orphanedArtifacts('');

/** Those of the given artifacts that are orphaned; at most 1,000. Parameters: 1 their library id, 2 artifact ids. */
export const STILL_ORPHANED_SQL = orphanedArtifacts(`
   AND a.partition_id = $1 AND a.artifact_id = ANY($2::uuid[])`);

/** The pairs of partition and owner whose counters of active artifacts differ from a recount. */
export const ARTIFACT_COUNT_DRIFT_SQL = `
SELECT partition_id, owner_key
  FROM (SELECT partition_id, owner_key, ${countSlotOf('artifact_id')} AS slot, count(*)::integer AS artifacts
          FROM intelligence_artifacts WHERE status = 'active' GROUP BY 1, 2, 3) AS expected
  FULL JOIN intelligence_artifact_counts c USING (partition_id, owner_key, slot)
 GROUP BY partition_id, owner_key
HAVING bool_or(coalesce(expected.artifacts, 0) <> coalesce(c.active_count, 0))`;

/**
 * Inserts the missing counters of a partition and owner with 0, so that `LOCK_ARTIFACT_COUNTS_SQL` can lock them. Waits
 * for transactions that insert the same counters. Parameters: 1 partition, 2 owner key.
 */
export const MAKE_ARTIFACT_COUNTS_SQL = `
INSERT INTO intelligence_artifact_counts (partition_id, owner_key, slot, owner_user_id, active_count)
SELECT partition_id, owner_key, ${countSlotOf('artifact_id')}, owner_user_id, 0
  FROM intelligence_artifacts WHERE partition_id = $1 AND owner_key = $2 AND status = 'active'
 GROUP BY 1, 2, 3, 4 ORDER BY 3
ON CONFLICT (partition_id, owner_key, slot) DO NOTHING`;

/** Locks the counters of a partition and owner. Parameters: 1 partition, 2 owner key. */
export const LOCK_ARTIFACT_COUNTS_SQL = `
SELECT slot FROM intelligence_artifact_counts WHERE partition_id = $1 AND owner_key = $2 ORDER BY slot FOR UPDATE`;

/**
 * Sets the counters of a partition and owner to the result of a recount. Parameters as in `LOCK_ARTIFACT_COUNTS_SQL`.
 */
export const RECOUNT_ARTIFACTS_SQL = `
WITH expected AS (
  SELECT ${countSlotOf('artifact_id')} AS slot, count(*)::integer AS artifacts
    FROM intelligence_artifacts WHERE partition_id = $1 AND owner_key = $2 AND status = 'active' GROUP BY 1
)
UPDATE intelligence_artifact_counts c
   SET active_count = coalesce((SELECT artifacts FROM expected WHERE expected.slot = c.slot), 0)
 WHERE c.partition_id = $1 AND c.owner_key = $2`;
