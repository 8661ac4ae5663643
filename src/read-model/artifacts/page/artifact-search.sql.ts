import { isOfServedItem } from '../artifact-owners';
import { searchKeysOf } from '../artifact-words';
import {
  type ArtifactPageQuery,
  FETCHED_ROWS,
  NEWEST_FIRST,
  PAGE_KEY,
  type PageParameters,
} from './artifact-page-query';
import { partitionScansOf, restrictionsOf } from './artifact-scans.sql';

/** Maximum number of rows that the first step of `searchedPage` reads. All of its scans have equal shares. */
const WINDOW_ROWS = 2400;
/** Minimum share of a scan. With more than 50 scans, the first step can therefore read more than `WINDOW_ROWS`. */
const SCAN_WINDOW_ROWS_MIN = 48;

/**
 * Finds artifacts by words in two steps. The first step has one index scan for each partition, owner and kind to search
 * (see `partitionScansOf`). It reads the newest rows of each scan and compares their words. It uses only matches that
 * are newer than `horizon`, because every scan has read all of its rows down to that time. For common words, these
 * matches fill the page. If they do not, and there are older rows, the second step looks up the words in the GIN index.
 * This index has no order, so the step sorts all rows with the words, but rare words have few rows. The second step
 * compares ids as text, so that the planner does not choose an index on the ids.
 */
export function searchedPage(query: ArtifactPageQuery, values: PageParameters, lexemes: readonly string[]): string {
  const { kinds, libraryIds } = query.filter;
  const { keys, match } = partitionScansOf(query, values);
  const wanted = searchKeysOf('p.partition_id', 'p.owner_key', values.add([...lexemes], 'text[]'));
  const restrictions = restrictionsOf({ ...query, filter: { kinds, libraryIds } }, values);
  const inKinds = kinds === undefined ? '' : 'AND a.kind = scan.kind';
  const conditions = restrictions.map((condition) => `AND ${condition}`).join(' ');
  return `
  WITH scan AS MATERIALIZED (
    SELECT p.*, row_number() OVER () AS number, ${wanted} AS wanted FROM (${keys}) AS p
  ), recent AS MATERIALIZED (
    SELECT scan.number, newest.*
      FROM scan
     CROSS JOIN LATERAL (
       SELECT ${PAGE_KEY}, a.library_id, a.media_id, a.search_keys @> scan.wanted AS hit
         FROM intelligence_artifacts a
        WHERE a.status = 'active'${values.inPartition('AND', 'a')} AND ${match.join(' AND ')} ${conditions}
        ORDER BY a.created_at DESC, a.artifact_id DESC
        LIMIT (SELECT greatest(${WINDOW_ROWS} / count(*), ${SCAN_WINDOW_ROWS_MIN}) FROM scan)) AS newest
  ), horizon AS MATERIALIZED (
    SELECT max(oldest) AS oldest
      FROM (SELECT min(created_at) AS oldest FROM recent GROUP BY number
            HAVING count(*) = (SELECT greatest(${WINDOW_ROWS} / count(*), ${SCAN_WINDOW_ROWS_MIN}) FROM scan)) AS cut
  ), found AS MATERIALIZED (
    SELECT ${PAGE_KEY}
      FROM (SELECT * FROM recent
             WHERE hit AND created_at > COALESCE((SELECT oldest FROM horizon), '-infinity'::timestamptz)
             ORDER BY ${NEWEST_FIRST} OFFSET 0) AS a
      ${values.itemJoinPerRow} WHERE ${isOfServedItem()} AND ${values.isNotHiddenByOwnArtifact} LIMIT ${FETCHED_ROWS}
  ), enough AS MATERIALIZED (
    SELECT count(*) >= ${FETCHED_ROWS} OR (SELECT oldest FROM horizon) IS NULL AS yes FROM found
  )
  SELECT * FROM found WHERE (SELECT yes FROM enough)
  UNION ALL
  SELECT deep.*
    FROM scan
   CROSS JOIN LATERAL (
     SELECT ${PAGE_KEY}
       FROM (SELECT ${PAGE_KEY}, a.library_id, a.media_id
               FROM intelligence_artifact_words a
              WHERE true${values.inPartition('AND', 'a')} AND a.search_keys @> scan.wanted ${conditions} ${inKinds}
                AND a.partition_id::text = scan.partition_id::text AND a.owner_key::text = scan.owner_key::text
              ORDER BY a.created_at DESC, a.artifact_id DESC OFFSET 0) AS a
       ${values.itemJoinPerRow} WHERE ${isOfServedItem()} AND ${values.isNotHiddenByOwnArtifact} LIMIT ${FETCHED_ROWS}) AS deep
   WHERE NOT (SELECT yes FROM enough)`;
}
