/**
 * The statement behind every list of artifacts: newest first, with keyset pages, from one index scan for each place.
 */
import { createHash } from 'node:crypto';
import { textOriginOf } from '../artifact-owners';
import {
  type ArtifactPageQuery,
  FETCHED_ROWS,
  NEWEST_FIRST,
  PAGE_KEY,
  PageParameters,
  SERVED,
} from './artifact-page-query';
import { placesOf, restrictionsOf } from './artifact-places.sql';
import { searchedPage } from './artifact-search.sql';

/** A statement and its parameter values. */
export interface PageStatement {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The columns of the artifact, and those of the item that it is about. */
const COLUMNS = `a.partition_id, a.owner_key, a.artifact_id, a.kind, a.status, a.library_id, a.media_id, a.title,
       a.summary, a.producer, a.supersedes_artifact_id, a.revision, a.created_at, a.updated_at,
       ${textOriginOf('a')} AS origin, m.media`;

/** One artifact by its primary key. Its partition is its library, if it has one. */
export const ARTIFACT_BY_KEY_SQL = `
SELECT ${COLUMNS} FROM intelligence_artifacts a
  LEFT JOIN served_media_context m ON m.library_id = $1 AND m.media_id = a.media_id
 WHERE a.partition_id = $1 AND a.owner_key = $2 AND a.artifact_id = $3`;

/**
 * The statement for a page. The text, and so the name, depends only on the shape of the query; there are few shapes.
 */
export function artifactPageStatement(query: ArtifactPageQuery): PageStatement {
  const values = new PageParameters(query);
  const { artifactIds, mediaIds, tokens } = query.filter;
  const isSearch = tokens !== undefined && artifactIds === undefined && mediaIds === undefined;
  const page = isSearch ? searchedPage(query, values, tokens) : listedPage(query, values);
  const text = `
SELECT ${COLUMNS}
  FROM (${page} ORDER BY ${NEWEST_FIRST} LIMIT ${FETCHED_ROWS}) AS page
  JOIN intelligence_artifacts a USING (partition_id, owner_key, artifact_id) ${values.item}${values.only('WHERE', 'a')}
 ORDER BY a.created_at DESC, a.artifact_id DESC`;
  return { name: `artifact_page_${createHash('sha1').update(text).digest('hex')}`, text, values: values.list };
}

/**
 * Merges one bounded index scan for each place where matching rows may be. A place is an owner, an owner in a library
 * (by kind), or an owner and an item. So the cost depends on the length of the page and the number of places, not on
 * the size of the table.
 */
function listedPage(query: ArtifactPageQuery, values: PageParameters): string {
  const { places, match } = placesOf(query, values);
  return `
  SELECT found.* FROM (${places}) AS place
   CROSS JOIN LATERAL (
     SELECT ${PAGE_KEY} FROM intelligence_artifacts a ${values.item}
      WHERE a.status = 'active'${values.only('AND', 'a')} AND ${[...match, ...restrictionsOf(query, values)].join(' AND ')} AND ${SERVED}
        AND ${values.shownUnderId}
      ORDER BY a.created_at DESC, a.artifact_id DESC LIMIT ${FETCHED_ROWS}) AS found`;
}
