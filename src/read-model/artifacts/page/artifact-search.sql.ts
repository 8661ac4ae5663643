/** The part of the statement for a list that finds artifacts by words. */
import { searchKeysOf } from '../artifact-words';
import {
  type ArtifactPageQuery,
  FETCHED_ROWS,
  NEWEST_FIRST,
  PAGE_KEY,
  type PageParameters,
  SERVED,
} from './artifact-page-query';
import { partitionsOf, restrictionsOf } from './artifact-places.sql';

/** Number of rows that the first step of a search reads, over all places, and the minimum for one place. */
const WINDOW_ROWS = 2400;
const PLACE_WINDOW_ROWS_MIN = 48;

/**
 * Finds artifacts by words in two steps. The first step compares the newest rows of each place, which fills a page if the
 * words are common. It has compared every row that is newer than `horizon`. The second step runs only if the page is not
 * full: it looks up the words in the index, which returns their rows in no order; rare words have few rows. Its comparison
 * of ids as text prevents the planner from also reading all rows of the place.
 */
export function searchedPage(query: ArtifactPageQuery, values: PageParameters, tokens: readonly string[]): string {
  const { kinds, libraryIds } = query.filter;
  const { places, match } = partitionsOf(query, values);
  const wanted = searchKeysOf('p.partition_id', 'p.owner_key', values.add([...tokens], 'text[]'));
  const restrictions = restrictionsOf({ ...query, filter: { kinds, libraryIds } }, values);
  const inKinds = kinds === undefined ? '' : 'AND a.kind = place.kind';
  const conditions = restrictions.map((condition) => `AND ${condition}`).join(' ');
  return `
  WITH place AS MATERIALIZED (
    SELECT p.*, row_number() OVER () AS number, ${wanted} AS wanted FROM (${places}) AS p
  ), recent AS MATERIALIZED (
    SELECT place.number, newest.*
      FROM place
     CROSS JOIN LATERAL (
       SELECT ${PAGE_KEY}, a.library_id, a.media_id, a.search_keys @> place.wanted AS hit
         FROM intelligence_artifacts a
        WHERE a.status = 'active'${values.only('AND', 'a')} AND ${match.join(' AND ')} ${conditions}
        ORDER BY a.created_at DESC, a.artifact_id DESC
        LIMIT (SELECT greatest(${WINDOW_ROWS} / count(*), ${PLACE_WINDOW_ROWS_MIN}) FROM place)) AS newest
  ), horizon AS MATERIALIZED (
    SELECT max(oldest) AS oldest
      FROM (SELECT min(created_at) AS oldest FROM recent GROUP BY number
            HAVING count(*) = (SELECT greatest(${WINDOW_ROWS} / count(*), ${PLACE_WINDOW_ROWS_MIN}) FROM place)) AS cut
  ), found AS MATERIALIZED (
    SELECT ${PAGE_KEY}
      FROM (SELECT * FROM recent
             WHERE hit AND created_at > COALESCE((SELECT oldest FROM horizon), '-infinity'::timestamptz)
             ORDER BY ${NEWEST_FIRST} OFFSET 0) AS a
      ${values.itemOfRow} WHERE ${SERVED} AND ${values.shownUnderId} LIMIT ${FETCHED_ROWS}
  ), enough AS MATERIALIZED (
    SELECT count(*) >= ${FETCHED_ROWS} OR (SELECT oldest FROM horizon) IS NULL AS yes FROM found
  )
  SELECT * FROM found WHERE (SELECT yes FROM enough)
  UNION ALL
  SELECT deep.*
    FROM place
   CROSS JOIN LATERAL (
     SELECT ${PAGE_KEY}
       FROM (SELECT ${PAGE_KEY}, a.library_id, a.media_id
               FROM intelligence_artifact_words a
              WHERE true${values.only('AND', 'a')} AND a.search_keys @> place.wanted ${conditions} ${inKinds}
                AND a.partition_id::text = place.partition_id::text AND a.owner_key::text = place.owner_key::text
              ORDER BY a.created_at DESC, a.artifact_id DESC OFFSET 0) AS a
       ${values.itemOfRow} WHERE ${SERVED} AND ${values.shownUnderId} LIMIT ${FETCHED_ROWS}) AS deep
   WHERE NOT (SELECT yes FROM enough)`;
}
