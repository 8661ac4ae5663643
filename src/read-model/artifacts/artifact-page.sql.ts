/** The statement behind every list of artifacts: newest first, keyset, from as many index scans as there are places. */
import { createHash } from 'node:crypto';
import { CAP_TABLE } from '../../common/paging/caps';
import type { MediaId } from '../../common/media-id';
import { GLOBAL_OWNER, inVisibleLibrary, isShownUnderId, textOriginOf } from './artifact-owners';
import { searchKeysOf } from './artifact-words';

/** Which artifacts a list holds; what is absent does not restrict. All UUIDs are in canonical form. */
export interface ArtifactFilter {
  readonly artifactIds?: readonly string[];
  readonly mediaIds?: readonly MediaId[];
  readonly libraryIds?: readonly string[];
  readonly kinds?: readonly string[];
  /** Lexemes, all of which must occur in title or summary. */
  readonly tokens?: readonly string[];
}

/** Rows that are always fetched: the largest page, and one more. A constant, so that plans can be kept. */
export const FETCHED_ROWS = CAP_TABLE.artifact_limit.max + 1;

/** A page to read: what it holds and where it starts. */
export interface ArtifactPageQuery {
  /** `visibleOwnerKeys` of the caller. */
  readonly ownerKeys: readonly string[];
  /** Libraries the caller may see, null for all. */
  readonly libraryIds: readonly string[] | null;
  readonly filter: ArtifactFilter;
  /** `created_at` and `artifact_id` of the row before the page; null for the first. */
  readonly after: readonly [string, string] | null;
  /** On a distributed database: the only partition that the statement reads, and own artifacts that hide global ones. */
  readonly only?: { readonly partitionId: string; readonly namesakes: readonly string[] };
}

/** A statement and what it is run with. */
export interface PageStatement {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The artifacts' own columns, and those of the item they stand for. */
const COLUMNS = `a.partition_id, a.owner_key, a.artifact_id, a.kind, a.status, a.library_id, a.media_id, a.title,
       a.summary, a.producer, a.supersedes_artifact_id, a.revision, a.created_at, a.updated_at,
       ${textOriginOf('a')} AS origin, m.media`;
const KEY = 'a.partition_id, a.owner_key, a.artifact_id, a.created_at';
const NEWEST_FIRST = 'created_at DESC, artifact_id DESC';

/** An artifact stands for no item, or for one that may be served. */
const SERVED = '(a.media_id IS NULL OR m.media_id IS NOT NULL)';

/** One artifact by its primary key. Its partition is its library, if it has one. */
export const ARTIFACT_BY_KEY_SQL = `
SELECT ${COLUMNS} FROM intelligence_artifacts a
  LEFT JOIN served_media_context m ON m.library_id = $1 AND m.media_id = a.media_id
 WHERE a.partition_id = $1 AND a.owner_key = $2 AND a.artifact_id = $3`;

/** The page's rows. The text depends on the shape of the query alone, of which there are few, and so does its name. */
export function artifactPageStatement(query: ArtifactPageQuery): PageStatement {
  const values = new Values(query);
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

/** Collects bound values and gives each its place in the statement. */
class Values {
  readonly list: unknown[] = [];
  readonly owners: string;
  /** Null for a caller who sees all libraries. */
  readonly visible: string | null;
  /** That the row `a` is the one that its id stands for. */
  readonly shownUnderId: string;
  /** Joins of the item that the row `a` stands for; the second one row by row, so that it stops with the page. */
  readonly item: string;
  readonly itemOfRow: string;
  private readonly partition: string | null;

  constructor({ ownerKeys, libraryIds, only }: ArtifactPageQuery) {
    this.owners = this.add([...ownerKeys], 'uuid[]');
    this.visible = libraryIds === null ? null : this.add([...libraryIds], 'uuid[]');
    this.partition = only === undefined ? null : this.add(only.partitionId, 'uuid');
    this.shownUnderId =
      only === undefined
        ? isShownUnderId('a', this.owners, this.visible ?? 'NULL')
        : `(a.owner_key <> '${GLOBAL_OWNER}' OR a.artifact_id <> ALL(${this.add([...only.namesakes], 'uuid[]')}))`;
    const library = this.partition ?? 'a.library_id';
    this.item = `LEFT JOIN served_media_context m ON m.library_id = ${library} AND m.media_id = a.media_id`;
    this.itemOfRow = `LEFT JOIN LATERAL (
         SELECT i.media_id FROM served_media_context i
          WHERE i.library_id = ${library} AND i.media_id = a.media_id LIMIT 1) AS m ON true`;
  }

  /** The condition that binds the row to the only partition, after `word`; empty if there are several. */
  only(word: 'WHERE' | 'AND', alias: string): string {
    return this.partition === null ? '' : ` ${word} ${alias}.partition_id = ${this.partition}`;
  }

  add(value: unknown, type: string): string {
    this.list.push(value);
    return `$${this.list.length}::${type}`;
  }
}

/**
 * One bounded scan of an index for each place where matching rows may lie (an owner; an owner in a library, by kind;
 * an owner and an item), merged. So the cost follows the length of the page and the number of places, not the table.
 */
function listedPage(query: ArtifactPageQuery, values: Values): string {
  const { places, match } = placesOf(query, values);
  return `
  SELECT found.* FROM (${places}) AS place
   CROSS JOIN LATERAL (
     SELECT ${KEY} FROM intelligence_artifacts a ${values.item}
      WHERE a.status = 'active'${values.only('AND', 'a')} AND ${[...match, ...restrictionsOf(query, values)].join(' AND ')} AND ${SERVED}
        AND ${values.shownUnderId}
      ORDER BY a.created_at DESC, a.artifact_id DESC LIMIT ${FETCHED_ROWS}) AS found`;
}

/** Rows looked at in the first step of a search, over all places; and in each place at least. */
const WINDOW = 2400;
const PLACE_WINDOW_MIN = 48;

/**
 * Two steps, of which the second is only taken when it must. First, the newest rows of each place are looked through:
 * that finds a page of words that are common. `horizon` is how far back that is complete. Words that are not so common
 * are then looked up in the index, which knows their rows but not their order: they are few. Comparing as text keeps
 * the planner from reading all rows of the place beside them.
 */
function searchedPage(query: ArtifactPageQuery, values: Values, tokens: readonly string[]): string {
  const { kinds, libraryIds } = query.filter;
  const { places, match } = partitionsOf(query, values);
  const wanted = searchKeysOf('p.partition_id', 'p.owner_key', values.add([...tokens], 'text[]'));
  const after = restrictionsOf({ ...query, filter: { kinds, libraryIds } }, values);
  const inKinds = kinds === undefined ? '' : 'AND a.kind = place.kind';
  const conditions = after.map((condition) => `AND ${condition}`).join(' ');
  return `
  WITH place AS MATERIALIZED (
    SELECT p.*, row_number() OVER () AS number, ${wanted} AS wanted FROM (${places}) AS p
  ), recent AS MATERIALIZED (
    SELECT place.number, newest.*
      FROM place
     CROSS JOIN LATERAL (
       SELECT ${KEY}, a.library_id, a.media_id, a.search_keys @> place.wanted AS hit
         FROM intelligence_artifacts a
        WHERE a.status = 'active'${values.only('AND', 'a')} AND ${match.join(' AND ')} ${conditions}
        ORDER BY a.created_at DESC, a.artifact_id DESC
        LIMIT (SELECT greatest(${WINDOW} / count(*), ${PLACE_WINDOW_MIN}) FROM place)) AS newest
  ), horizon AS MATERIALIZED (
    SELECT max(oldest) AS oldest
      FROM (SELECT min(created_at) AS oldest FROM recent GROUP BY number
            HAVING count(*) = (SELECT greatest(${WINDOW} / count(*), ${PLACE_WINDOW_MIN}) FROM place)) AS cut
  ), found AS MATERIALIZED (
    SELECT ${KEY}
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
     SELECT ${KEY}
       FROM (SELECT ${KEY}, a.library_id, a.media_id
               FROM intelligence_artifacts a
              WHERE a.status = 'active'${values.only('AND', 'a')} AND a.search_keys @> place.wanted ${conditions} ${inKinds}
                AND a.partition_id::text = place.partition_id::text AND a.owner_key::text = place.owner_key::text
              ORDER BY a.created_at DESC, a.artifact_id DESC OFFSET 0) AS a
       ${values.itemOfRow} WHERE ${SERVED} AND ${values.shownUnderId} LIMIT ${FETCHED_ROWS}) AS deep
   WHERE NOT (SELECT yes FROM enough)`;
}

interface Places {
  /** A query that gives one row for each scan. */
  readonly places: string;
  /** What binds an artifact to a place. */
  readonly match: readonly string[];
}

function placesOf(query: ArtifactPageQuery, values: Values): Places {
  const { artifactIds, mediaIds, libraryIds, kinds } = query.filter;
  const matchOwner = 'a.owner_key = place.owner_key';
  if (artifactIds !== undefined) {
    const ids = values.add([...artifactIds], 'uuid[]');
    return {
      places: `SELECT DISTINCT owner_key, id FROM unnest(${values.owners}) AS owner_key, unnest(${ids}) AS id`,
      match: [matchOwner, 'a.artifact_id = place.id'],
    };
  }
  if (mediaIds !== undefined) {
    const items = itemsOf(mediaIds, values);
    return {
      places: `SELECT DISTINCT owner_key, id, kind FROM unnest(${values.owners}) AS owner_key, ${items}`,
      match: [matchOwner, 'a.media_id = place.id', 'm.media_kind = place.kind'],
    };
  }
  const isAll = query.libraryIds === null && query.only === undefined;
  if (libraryIds === undefined && kinds === undefined && isAll) {
    return { places: `SELECT owner_key FROM unnest(${values.owners}) AS owner_key`, match: [matchOwner] };
  }
  return partitionsOf(query, values);
}

function partitionsOf(query: ArtifactPageQuery, values: Values): Places {
  const { libraryIds, kinds } = query.filter;
  // A row without a library lies in the partition of its owner, which may have the id of a library: one place then.
  const apart =
    libraryIds === undefined ? `UNION SELECT owner_key, owner_key FROM unnest(${values.owners}) owner_key` : '';
  const places = `SELECT library_id AS partition_id, owner_key FROM (${librariesOf(query, values)}) AS library
          CROSS JOIN unnest(${values.owners}) AS owner_key ${query.only === undefined ? apart : ''}`;
  const match = ['a.partition_id = place.partition_id', 'a.owner_key = place.owner_key'];
  if (kinds === undefined) return { places, match };
  const kind = `SELECT DISTINCT kind FROM unnest(${values.add([...kinds], 'text[]')}) AS kind`;
  return {
    places: `SELECT * FROM (${places}) AS q CROSS JOIN (${kind}) AS k`,
    match: [...match, 'a.kind = place.kind'],
  };
}

/** The libraries to look in: those of the request that the caller may see, else all of these. */
function librariesOf(query: ArtifactPageQuery, values: Values): string {
  const { libraryIds: wanted } = query.filter;
  if (query.only !== undefined) return `SELECT ${values.add(query.only.partitionId, 'uuid')} AS library_id`;
  if (wanted === undefined && values.visible === null) return 'SELECT library_id FROM libraries';
  const seen = query.libraryIds;
  const ids = wanted === undefined ? seen : wanted.filter((id) => seen === null || seen.includes(id));
  return `SELECT DISTINCT id AS library_id FROM unnest(${values.add(ids, 'uuid[]')}) AS id`;
}

function itemsOf(mediaIds: readonly MediaId[], values: Values): string {
  const ids = values.add(
    mediaIds.map((media) => media.uuid),
    'uuid[]',
  );
  const kinds = values.add(
    mediaIds.map((media) => media.kind),
    'text[]',
  );
  return `unnest(${ids}, ${kinds}) AS item(id, kind)`;
}

/** What the places of a list do not say already. */
function restrictionsOf(query: ArtifactPageQuery, values: Values): string[] {
  const { artifactIds, mediaIds, libraryIds, kinds, tokens } = query.filter;
  const conditions: string[] = [];
  if (values.visible !== null) conditions.push(inVisibleLibrary('a', values.visible));
  if (artifactIds !== undefined && mediaIds !== undefined) {
    conditions.push(`(a.media_id, m.media_kind) IN (SELECT id, kind FROM ${itemsOf(mediaIds, values)})`);
  }
  if (artifactIds !== undefined || mediaIds !== undefined) {
    if (libraryIds !== undefined) conditions.push(`a.library_id = ANY(${values.add([...libraryIds], 'uuid[]')})`);
    if (kinds !== undefined) conditions.push(`a.kind = ANY(${values.add([...kinds], 'text[]')})`);
    if (tokens !== undefined) {
      const wanted = searchKeysOf('a.partition_id', 'a.owner_key', values.add([...tokens], 'text[]'));
      conditions.push(`a.search_keys @> ${wanted}`);
    }
  } else if (libraryIds !== undefined) {
    conditions.push('a.library_id IS NOT NULL');
  }
  if (query.after !== null) {
    const [createdAt, artifactId] = query.after;
    conditions.push(
      `(a.created_at, a.artifact_id) < (${values.add(createdAt, 'timestamptz')}, ${values.add(artifactId, 'uuid')})`,
    );
  }
  return conditions;
}
