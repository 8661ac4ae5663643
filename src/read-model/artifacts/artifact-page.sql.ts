/**
 * The statement behind every list of artifacts: newest first, with keyset pages, from one index scan for each place.
 */
import { createHash } from 'node:crypto';
import { CAP_TABLE } from '../../common/paging/cap-table';
import type { MediaId } from '../../common/media-id';
import { GLOBAL_OWNER, inVisibleLibrary, isShownUnderId, textOriginOf } from './artifact-owners';
import { searchKeysOf } from './artifact-words';

/** Which artifacts a list contains. An absent member does not restrict the list. All UUIDs are in canonical form. */
export interface ArtifactFilter {
  readonly artifactIds?: readonly string[];
  readonly mediaIds?: readonly MediaId[];
  readonly libraryIds?: readonly string[];
  readonly kinds?: readonly string[];
  /** Lexemes, all of which must occur in title or summary. */
  readonly tokens?: readonly string[];
}

/**
 * Number of rows that are always fetched: one more than the largest page. It is a constant, so that plans can be
 * reused.
 */
export const FETCHED_ROWS = CAP_TABLE.artifact_limit.max + 1;

/** A page to read: its filter and its start. */
export interface ArtifactPageQuery {
  /** `visibleOwnerKeys` of the caller. */
  readonly ownerKeys: readonly string[];
  /** Libraries the caller may see, null for all. */
  readonly libraryIds: readonly string[] | null;
  readonly filter: ArtifactFilter;
  /** `created_at` and `artifact_id` of the row before the page; null for the first. */
  readonly after: readonly [string, string] | null;
  /**
   * On a distributed database: the only partition that the statement reads, and the own artifacts that hide global
   * ones.
   */
  readonly only?: { readonly partitionId: string; readonly namesakes: readonly string[] };
}

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
const KEY = 'a.partition_id, a.owner_key, a.artifact_id, a.created_at';
const NEWEST_FIRST = 'created_at DESC, artifact_id DESC';

/** The artifact is about no item, or about one that may be served. */
const SERVED = '(a.media_id IS NULL OR m.media_id IS NOT NULL)';

/** One artifact by its primary key. Its partition is its library, if it has one. */
export const ARTIFACT_BY_KEY_SQL = `
SELECT ${COLUMNS} FROM intelligence_artifacts a
  LEFT JOIN served_media_context m ON m.library_id = $1 AND m.media_id = a.media_id
 WHERE a.partition_id = $1 AND a.owner_key = $2 AND a.artifact_id = $3`;

/**
 * The statement for a page. The text, and so the name, depends only on the shape of the query; there are few shapes.
 */
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

/** Collects bound values and returns the parameter of each. */
class Values {
  readonly list: unknown[] = [];
  readonly owners: string;
  /** Null for a caller who sees all libraries. */
  readonly visible: string | null;
  /** Condition: the row `a` is the artifact that its id identifies in answers. */
  readonly shownUnderId: string;
  /**
   * Joins of the item that the row `a` is about. The second one runs for each row, so it stops when the page is full.
   */
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

  /**
   * The condition that restricts the row to the only partition, after `word`; empty if there are several partitions.
   */
  only(word: 'WHERE' | 'AND', alias: string): string {
    return this.partition === null ? '' : ` ${word} ${alias}.partition_id = ${this.partition}`;
  }

  add(value: unknown, type: string): string {
    this.list.push(value);
    return `$${this.list.length}::${type}`;
  }
}

/**
 * Merges one bounded index scan for each place where matching rows may be. A place is an owner, an owner in a library
 * (by kind), or an owner and an item. So the cost depends on the length of the page and the number of places, not on
 * the size of the table.
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

/** Number of rows that the first step of a search reads, over all places; and the minimum for each place. */
const WINDOW = 2400;
const PLACE_WINDOW_MIN = 48;

/**
 * Runs a second step only if the first one is not enough. The first step looks through the newest rows of each place,
 * which finds a page of common words. `horizon` is the time back to which this is complete. The second step looks up
 * rarer words in the index, which contains their rows without an order; there are few of these rows. The comparison as
 * text prevents the planner from reading all rows of the place too.
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
               FROM intelligence_artifact_words a
              WHERE true${values.only('AND', 'a')} AND a.search_keys @> place.wanted ${conditions} ${inKinds}
                AND a.partition_id::text = place.partition_id::text AND a.owner_key::text = place.owner_key::text
              ORDER BY a.created_at DESC, a.artifact_id DESC OFFSET 0) AS a
       ${values.itemOfRow} WHERE ${SERVED} AND ${values.shownUnderId} LIMIT ${FETCHED_ROWS}) AS deep
   WHERE NOT (SELECT yes FROM enough)`;
}

interface Places {
  /** A query that returns one row for each scan. */
  readonly places: string;
  /** The conditions that bind an artifact to a place. */
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
  // A row without a library is in the partition of its owner. If the owner's id equals the id of a library, both are
  // one place.
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

/** The libraries to read: those of the request that the caller may see, otherwise all that the caller may see. */
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

/** The conditions that the places of a list do not already contain. */
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
