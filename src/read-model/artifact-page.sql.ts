/** The statement behind every list of artifacts: newest first, keyset, from as many index scans as there are places. */
import type { MediaId } from '../common/media-id';
import { inVisibleLibrary } from './artifact-owners';
import { servable } from './visibility';

/** Which artifacts a list holds; what is absent does not restrict. All UUIDs are in canonical form. */
export interface ArtifactFilter {
  readonly artifactIds?: readonly string[];
  readonly mediaIds?: readonly MediaId[];
  readonly libraryIds?: readonly string[];
  readonly kinds?: readonly string[];
  /** Folded words, all of which must occur in title or summary. */
  readonly tokens?: readonly string[];
}

/** A page to read: where it starts and how many rows are fetched. */
export interface ArtifactPageQuery {
  /** `visibleOwnerKeys` of the caller. */
  readonly ownerKeys: readonly string[];
  /** Libraries the caller may see, null for all. */
  readonly libraryIds: readonly string[] | null;
  readonly filter: ArtifactFilter;
  /** `created_at` and `artifact_id` of the row before the page; null for the first. */
  readonly after: readonly [string, string] | null;
  readonly limit: number;
}

/** Collects bound values and gives each its place in the statement. */
class Values {
  readonly list: unknown[] = [];

  add(value: unknown, type: string): string {
    this.list.push(value);
    return `$${this.list.length}::${type}`;
  }
}

/** The artifacts' own columns, and those of the item they stand for. */
const COLUMNS = `a.partition_id, a.owner_key, a.artifact_id, a.kind, a.status, a.library_id, a.media_id, a.title,
       a.summary, a.producer, a.supersedes_artifact_id, a.revision, a.created_at, a.updated_at,
       CASE WHEN ${servable('m')} THEN m.media END AS media`;

/** An artifact stands for no item, or for one that may be served. */
const SERVED = `(a.media_id IS NULL OR (${servable('m')}))`;
const ITEM = `LEFT JOIN intelligence_media_context m ON m.library_id = a.library_id AND m.media_id = a.media_id`;

/** One artifact by its primary key. */
export const ARTIFACT_BY_KEY_SQL = `
SELECT ${COLUMNS} FROM intelligence_artifacts a ${ITEM}
 WHERE a.partition_id = $1 AND a.owner_key = $2 AND a.artifact_id = $3`;

/**
 * One bounded scan of an index for each place where matching rows may lie (an owner; an owner in a library; an owner
 * and an item), merged. So the cost follows the length of the page and the number of places, not that of the lists.
 * The text depends on the shape of the filter alone; it is not named, since one plan does not fit all words.
 */
export function artifactPageStatement(query: ArtifactPageQuery): { text: string; values: unknown[] } {
  const values = new Values();
  const owners = values.add([...query.ownerKeys], 'uuid[]');
  const visible = query.libraryIds === null ? null : values.add([...query.libraryIds], 'uuid[]');
  const limit = values.add(query.limit, 'integer');
  const { places, match } = placesOf(query, values, owners, visible);
  const conditions = [...match, ...restrictionsOf(query, values, visible)];
  const text = `
SELECT ${COLUMNS}
  FROM (SELECT found.* FROM (${places}) AS place
         CROSS JOIN LATERAL (
           SELECT a.partition_id, a.owner_key, a.artifact_id, a.created_at
             FROM intelligence_artifacts a ${ITEM}
            WHERE a.status = 'active' AND ${conditions.join(' AND ')} AND ${SERVED}
            ORDER BY a.created_at DESC, a.artifact_id DESC LIMIT ${limit}) AS found
         ORDER BY found.created_at DESC, found.artifact_id DESC LIMIT ${limit}) AS page
  JOIN intelligence_artifacts a USING (partition_id, owner_key, artifact_id) ${ITEM}
 ORDER BY a.created_at DESC, a.artifact_id DESC`;
  return { text, values: values.list };
}

interface Places {
  /** A query that gives one row for each scan. */
  readonly places: string;
  /** What binds an artifact to a place. */
  readonly match: readonly string[];
}

function placesOf(query: ArtifactPageQuery, values: Values, owners: string, visible: string | null): Places {
  const { artifactIds, mediaIds, libraryIds, kinds } = query.filter;
  const ofOwner = `SELECT owner_key FROM unnest(${owners}) AS owner_key`;
  const matchOwner = 'a.owner_key = place.owner_key';
  if (artifactIds !== undefined) {
    const ids = values.add([...artifactIds], 'uuid[]');
    return {
      places: `SELECT DISTINCT owner_key, id FROM unnest(${owners}) AS owner_key, unnest(${ids}) AS id`,
      match: [matchOwner, 'a.artifact_id = place.id'],
    };
  }
  if (mediaIds !== undefined) {
    return {
      places: `SELECT DISTINCT owner_key, id, kind FROM unnest(${owners}) AS owner_key, ${itemsOf(mediaIds, values)}`,
      match: [matchOwner, 'a.media_id = place.id', 'm.media_kind = place.kind'],
    };
  }
  if (libraryIds === undefined && kinds === undefined && visible === null) {
    return { places: ofOwner, match: [matchOwner] };
  }
  const libraries =
    libraryIds === undefined
      ? visible === null
        ? 'SELECT library_id FROM libraries'
        : `SELECT DISTINCT id AS library_id FROM unnest(${visible}) AS id`
      : `SELECT DISTINCT id AS library_id FROM unnest(${values.add([...libraryIds], 'uuid[]')}) AS id`;
  // A row without a library lies in the partition of its owner.
  const apart =
    libraryIds === undefined ? `UNION ALL SELECT owner_key, owner_key FROM unnest(${owners}) owner_key` : '';
  const places = `SELECT library_id AS partition_id, owner_key FROM (${libraries}) AS library
          CROSS JOIN unnest(${owners}) AS owner_key ${apart}`;
  const match = ['a.partition_id = place.partition_id', matchOwner];
  if (kinds === undefined) return { places, match };
  const kind = `SELECT DISTINCT kind FROM unnest(${values.add([...kinds], 'text[]')}) AS kind`;
  return {
    places: `SELECT * FROM (${places}) AS p CROSS JOIN (${kind}) AS k`,
    match: [...match, 'a.kind = place.kind'],
  };
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

function restrictionsOf(query: ArtifactPageQuery, values: Values, visible: string | null): string[] {
  const { artifactIds, mediaIds, libraryIds, kinds, tokens } = query.filter;
  const conditions: string[] = [];
  if (visible !== null) conditions.push(inVisibleLibrary('a', visible));
  if (artifactIds !== undefined && mediaIds !== undefined) {
    conditions.push(`(a.media_id, m.media_kind) IN (SELECT id, kind FROM ${itemsOf(mediaIds, values)})`);
  }
  if (artifactIds !== undefined || mediaIds !== undefined) {
    if (libraryIds !== undefined) conditions.push(`a.library_id = ANY(${values.add([...libraryIds], 'uuid[]')})`);
    if (kinds !== undefined) conditions.push(`a.kind = ANY(${values.add([...kinds], 'text[]')})`);
  }
  if (tokens !== undefined) conditions.push(`a.search_tokens @> ${values.add([...tokens], 'text[]')}`);
  if (query.after !== null) {
    const [createdAt, artifactId] = query.after;
    conditions.push(
      `(a.created_at, a.artifact_id) < (${values.add(createdAt, 'timestamptz')}, ${values.add(artifactId, 'uuid')})`,
    );
  }
  return conditions;
}
