/** The statement for a page of artifacts: newest first, with keyset paging. */
import { createHash } from 'node:crypto';
import { isOfServedItem, textOriginOf } from '../artifact-owners';
import { type ArtifactPageQuery, FETCHED_ROWS, NEWEST_FIRST, PAGE_KEY, PageParameters } from './artifact-page-query';
import { scansOf, restrictionsOf } from './artifact-scans.sql';
import { searchedPage } from './artifact-search.sql';

export interface PageStatement {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The columns of an artifact, and the item that it is about. */
const COLUMNS = `a.partition_id, a.owner_key, a.artifact_id, a.kind, a.status, a.library_id, a.media_id, a.title,
       a.summary, a.producer, a.supersedes_artifact_id, a.revision, a.created_at, a.updated_at,
       ${textOriginOf('a')} AS origin, m.media`;

/** One artifact by its primary key. An artifact about an item is in the partition of the library of the item. */
export const ARTIFACT_BY_KEY_SQL = `
SELECT ${COLUMNS} FROM intelligence_artifacts a
  LEFT JOIN served_media_context m ON m.library_id = $1 AND m.media_id = a.media_id
 WHERE a.partition_id = $1 AND a.owner_key = $2 AND a.artifact_id = $3`;

/**
 * Returns the statement for a page. Its text and name depend on which members of the query are set, but not on their
 * values. So there are few different statements to prepare.
 */
export function artifactPageStatement(query: ArtifactPageQuery): PageStatement {
  const values = new PageParameters(query);
  const { artifactIds, mediaIds, lexemes } = query.filter;
  const isSearch = lexemes !== undefined && artifactIds === undefined && mediaIds === undefined;
  const page = isSearch ? searchedPage(query, values, lexemes) : listedPage(query, values);
  const text = `
SELECT ${COLUMNS}
  FROM (${page} ORDER BY ${NEWEST_FIRST} LIMIT ${FETCHED_ROWS}) AS page
  JOIN intelligence_artifacts a USING (partition_id, owner_key, artifact_id) ${values.itemJoin}${values.inPartition('WHERE', 'a')}
 ORDER BY a.created_at DESC, a.artifact_id DESC`;
  return {
    name: `artifact_page_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`,
    text,
    values: values.list,
  };
}

/**
 * Merges index scans that return at most `FETCHED_ROWS` rows each. So the cost depends on the number of scans, not on
 * the size of the table.
 */
function listedPage(query: ArtifactPageQuery, values: PageParameters): string {
  const { keys, match } = scansOf(query, values);
  return `
  SELECT found.* FROM (${keys}) AS scan
   CROSS JOIN LATERAL (
     SELECT ${PAGE_KEY} FROM intelligence_artifacts a ${values.itemJoin}
      WHERE a.status = 'active'${values.inPartition('AND', 'a')} AND ${[...match, ...restrictionsOf(query, values)].join(' AND ')} AND ${isOfServedItem()}
        AND ${values.isNotHiddenByOwnArtifact}
      ORDER BY a.created_at DESC, a.artifact_id DESC LIMIT ${FETCHED_ROWS}) AS found`;
}
