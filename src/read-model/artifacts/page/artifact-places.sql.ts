/** The places that a list of artifacts reads: one bounded index scan for each. */
import type { MediaId } from '../../../common/media-id';
import { inVisibleLibrary } from '../artifact-owners';
import { searchKeysOf } from '../artifact-words';
import type { ArtifactPageQuery, PageParameters } from './artifact-page-query';

/** The places of a list. A place is an owner, an owner in a library (by kind), or an owner and an item. */
export interface ArtifactPlaces {
  /** A query that returns one row for each scan. */
  readonly places: string;
  /** The conditions that bind an artifact to a place. */
  readonly match: readonly string[];
}

/** Returns the places of a list that is not a search. */
export function placesOf(query: ArtifactPageQuery, values: PageParameters): ArtifactPlaces {
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

/** Returns one place for each visible partition, owner and requested kind. */
export function partitionsOf(query: ArtifactPageQuery, values: PageParameters): ArtifactPlaces {
  const { libraryIds, kinds } = query.filter;
  // A row without a library is in the partition of its owner. If the owner's id equals the id of a library, both are
  // one place.
  const withoutLibrary =
    libraryIds === undefined ? `UNION SELECT owner_key, owner_key FROM unnest(${values.owners}) owner_key` : '';
  const places = `SELECT library_id AS partition_id, owner_key FROM (${librariesOf(query, values)}) AS library
          CROSS JOIN unnest(${values.owners}) AS owner_key ${query.only === undefined ? withoutLibrary : ''}`;
  const match = ['a.partition_id = place.partition_id', 'a.owner_key = place.owner_key'];
  if (kinds === undefined) return { places, match };
  const kind = `SELECT DISTINCT kind FROM unnest(${values.add([...kinds], 'text[]')}) AS kind`;
  return {
    places: `SELECT * FROM (${places}) AS q CROSS JOIN (${kind}) AS k`,
    match: [...match, 'a.kind = place.kind'],
  };
}

/** The libraries to read: those of the request that the caller may see, otherwise all that the caller may see. */
function librariesOf(query: ArtifactPageQuery, values: PageParameters): string {
  const { libraryIds: wanted } = query.filter;
  if (query.only !== undefined) return `SELECT ${values.add(query.only.partitionId, 'uuid')} AS library_id`;
  if (wanted === undefined && values.visible === null) return 'SELECT library_id FROM libraries';
  const seen = query.libraryIds;
  const ids = wanted === undefined ? seen : wanted.filter((id) => seen === null || seen.includes(id));
  return `SELECT DISTINCT id AS library_id FROM unnest(${values.add(ids, 'uuid[]')}) AS id`;
}

function itemsOf(mediaIds: readonly MediaId[], values: PageParameters): string {
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
export function restrictionsOf(query: ArtifactPageQuery, values: PageParameters): string[] {
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
