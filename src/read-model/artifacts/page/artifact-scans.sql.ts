/**
 * The index scans of artifact lists. The partition of an artifact is its library or, without a library, its owner
 * (`partitionOf`). A query has a `partition` only on a distributed database, where a statement reads one partition.
 */
import type { MediaId } from '../../../common/media-id';
import { inVisibleLibrary } from '../artifact-owners';
import { searchKeysOf } from '../artifact-words';
import type { ArtifactPageQuery, PageParameters } from './artifact-page-query';

/** The index scans of a list. All scans of one list have the same key columns. */
export interface ArtifactScans {
  /** A query that returns the key of each scan. */
  readonly keys: string;
  /** SQL conditions: an artifact has the key in the row `scan`. */
  readonly match: readonly string[];
}

/** Returns the scans of a list. A search that names neither artifacts nor items uses `partitionScansOf` instead. */
export function scansOf(query: ArtifactPageQuery, values: PageParameters): ArtifactScans {
  const { artifactIds, mediaIds, libraryIds, kinds } = query.filter;
  const matchOwner = 'a.owner_key = scan.owner_key';
  if (artifactIds !== undefined) {
    const ids = values.add([...artifactIds], 'uuid[]');
    return {
      keys: `SELECT DISTINCT owner_key, id FROM unnest(${values.owners}) AS owner_key, unnest(${ids}) AS id`,
      match: [matchOwner, 'a.artifact_id = scan.id'],
    };
  }
  if (mediaIds !== undefined) {
    const items = itemsOf(mediaIds, values);
    return {
      keys: `SELECT DISTINCT owner_key, id, kind FROM unnest(${values.owners}) AS owner_key, ${items}`,
      match: [matchOwner, 'a.media_id = scan.id', 'm.media_kind = scan.kind'],
    };
  }
  const readsAllPartitions = query.visibleLibraryIds === null && query.partition === undefined;
  if (libraryIds === undefined && kinds === undefined && readsAllPartitions) {
    return { keys: `SELECT owner_key FROM unnest(${values.owners}) AS owner_key`, match: [matchOwner] };
  }
  return partitionScansOf(query, values);
}

/** Returns one scan for each combination of a partition to read, an owner and a requested kind. */
export function partitionScansOf(query: ArtifactPageQuery, values: PageParameters): ArtifactScans {
  const { libraryIds, kinds } = query.filter;
  // A row without a library is in the partition of its owner. UNION removes duplicates: the id of an owner may equal
  // the id of a library.
  const withoutLibrary =
    libraryIds === undefined ? `UNION SELECT owner_key, owner_key FROM unnest(${values.owners}) owner_key` : '';
  const keys = `SELECT library_id AS partition_id, owner_key FROM (${librariesOf(query, values)}) AS library
          CROSS JOIN unnest(${values.owners}) AS owner_key ${query.partition === undefined ? withoutLibrary : ''}`;
  const match = ['a.partition_id = scan.partition_id', 'a.owner_key = scan.owner_key'];
  if (kinds === undefined) return { keys, match };
  const kind = `SELECT DISTINCT kind FROM unnest(${values.add([...kinds], 'text[]')}) AS kind`;
  return {
    keys: `SELECT * FROM (${keys}) AS q CROSS JOIN (${kind}) AS k`,
    match: [...match, 'a.kind = scan.kind'],
  };
}

/**
 * Returns a query of the libraries to read: those that the caller requests and sees, or all that the caller sees. If
 * the statement reads one partition, the query returns only its id as `library_id`, which can be that of an owner.
 */
function librariesOf(query: ArtifactPageQuery, values: PageParameters): string {
  const { libraryIds: requested } = query.filter;
  if (query.partition !== undefined) return `SELECT ${values.add(query.partition.partitionId, 'uuid')} AS library_id`;
  if (requested === undefined && values.visible === null) return 'SELECT library_id FROM libraries';
  const visible = query.visibleLibraryIds;
  const ids = requested?.filter((id) => visible?.includes(id) ?? true) ?? visible;
  return `SELECT DISTINCT id AS library_id FROM unnest(${values.add(ids, 'uuid[]')}) AS id`;
}

function itemsOf(mediaIds: readonly MediaId[], values: PageParameters): string {
  const [ids, kinds] = [mediaIds.map(({ uuid }) => uuid), mediaIds.map(({ kind }) => kind)];
  return `unnest(${values.add(ids, 'uuid[]')}, ${values.add(kinds, 'text[]')}) AS item(id, kind)`;
}

/** Returns the conditions of the query that the keys of its scans do not contain. */
export function restrictionsOf(query: ArtifactPageQuery, values: PageParameters): string[] {
  const { artifactIds, mediaIds, libraryIds, kinds, lexemes } = query.filter;
  const conditions: string[] = [];
  if (values.visible !== null) conditions.push(inVisibleLibrary('a', values.visible));
  if (artifactIds !== undefined && mediaIds !== undefined) {
    conditions.push(`(a.media_id, m.media_kind) IN (SELECT id, kind FROM ${itemsOf(mediaIds, values)})`);
  }
  if (artifactIds !== undefined || mediaIds !== undefined) {
    if (libraryIds !== undefined) conditions.push(`a.library_id = ANY(${values.add([...libraryIds], 'uuid[]')})`);
    if (kinds !== undefined) conditions.push(`a.kind = ANY(${values.add([...kinds], 'text[]')})`);
    if (lexemes !== undefined) {
      const searchKeys = searchKeysOf('a.partition_id', 'a.owner_key', values.add([...lexemes], 'text[]'));
      conditions.push(`a.search_keys @> ${searchKeys}`);
    }
  } else if (libraryIds !== undefined) {
    // The id of a requested library may equal that of an owner, whose partition also has rows without a library.
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
