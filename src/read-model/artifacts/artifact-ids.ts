/**
 * Reads the ids of the active artifacts that a caller sees, newest first. One statement reads many items or libraries.
 */
import type { IntelligenceMediaRef } from '../../common/dto/references.dto';
import { type Libraries, perLibrary } from '../../database/distribution/per-library';
import type { ReadScope, Statement } from '../../database/read-scope';
import { isNotHiddenByOwnArtifact, isOfServedItem, visibleOwnerKeys } from './artifact-owners';
import type { MediaRefBase } from '../../database/entities/read-model/media-context.entity';

interface IdsRow {
  readonly id: string;
  readonly artifact_ids: string[];
}

/** Returns the `media` object of an answer: the stored object with the ids of the item's artifacts. */
export function withArtifactIds(media: MediaRefBase, artifactIds: string[]): IntelligenceMediaRef {
  return { ...media, artifact_ids: artifactIds };
}

/**
 * Returns a `uuid[]` expression: the ids of the newest artifacts about the item in the row `media`, which has
 * `library_id` and `media_id`. `limit` is the parameter with the maximum number, `owners` the `uuid[]` parameter with
 * `visibleOwnerKeys`. `libraries` is the parameter with the visible libraries, or the value that `perLibrary` passes. A
 * statement that reads items can contain this expression to save a round trip.
 */
export function artifactIdsOf(media: string, owners: string, libraries: string | Libraries, limit: string): string {
  const [partition, library] = ['a.partition_id', `${media}.library_id`] as const;
  const isInLibrary =
    typeof libraries === 'string' ? `${partition} = ${library}` : libraries.sameLibrary(partition, library);
  return `ARRAY(
    SELECT newest.artifact_id
      FROM unnest(${owners}::uuid[]) AS owner(owner_key)
     CROSS JOIN LATERAL (
       SELECT a.artifact_id, a.created_at
         FROM intelligence_artifacts a
        WHERE a.status = 'active' AND a.media_id = ${media}.media_id AND a.owner_key = owner.owner_key
          AND ${isInLibrary} AND ${isNotHiddenByOwnArtifact('a', owners, libraries)}
        ORDER BY a.created_at DESC, a.artifact_id DESC
        LIMIT ${limit}::integer) AS newest
     ORDER BY newest.created_at DESC, newest.artifact_id DESC
     LIMIT ${limit}::integer)`;
}

const ARTIFACTS_OF_MEDIA: Statement = perLibrary(
  { name: 'artifact_ids_of_media', library: 3, parameters: 4, items: 1 },
  (libraries) => `
SELECT item.media_id AS id, ${artifactIdsOf('item', '$2', libraries, '$4')} AS artifact_ids
  FROM (SELECT DISTINCT m.library_id, m.media_id
          FROM served_media_context m
         WHERE m.media_id = ANY($1::uuid[])
           AND ${libraries.has('m.library_id')}) AS item`,
);

/**
 * Returns the ids of the visible, active artifacts about each item, newest first, at most `limitPerItem`. `mediaIds`
 * are UUIDs without a kind. Items without artifacts and items that may not be served have no entry. Takes one round
 * trip, or more on a distributed database; none if there are no items.
 */
export function loadArtifactIds(
  scope: ReadScope,
  mediaIds: readonly string[],
  limitPerItem: number,
): Promise<Map<string, string[]>> {
  return loadIds(scope, ARTIFACTS_OF_MEDIA, mediaIds, limitPerItem);
}

// Reads the newest artifacts of each library until enough of them are about the library or a served item.
const ARTIFACTS_OF_LIBRARIES: Statement = perLibrary(
  { name: 'artifact_ids_of_libraries', library: 1, parameters: 4 },
  (libraries) => `
SELECT library.library_id AS id, ARRAY(
    SELECT newest.artifact_id
      FROM unnest($2::uuid[]) AS owner(owner_key)
     CROSS JOIN LATERAL (
       SELECT a.artifact_id, a.created_at
         FROM intelligence_artifacts a
         LEFT JOIN served_media_context m ON ${libraries.sameLibrary('m.library_id', 'a.partition_id')} AND m.media_id = a.media_id
        WHERE a.status = 'active' AND ${libraries.sameLibrary('a.partition_id', 'library.library_id')} AND a.owner_key = owner.owner_key
          AND ${isOfServedItem()}
          AND ${isNotHiddenByOwnArtifact('a', '$2', libraries.isSingle ? libraries : '$3')}
        ORDER BY a.created_at DESC, a.artifact_id DESC
        LIMIT $4::integer) AS newest
     ORDER BY newest.created_at DESC, newest.artifact_id DESC
     LIMIT $4::integer) AS artifact_ids
  FROM (SELECT DISTINCT library_id FROM unnest(${libraries.array}) AS library_id) AS library
 WHERE $3::uuid[] IS NULL OR library.library_id = ANY($3::uuid[])`,
);

/** Like `loadArtifactIds` for whole libraries: artifacts about any served item of a library, or the library itself. */
export function loadLibraryArtifactIds(
  scope: ReadScope,
  libraryIds: readonly string[],
  limitPerLibrary: number,
): Promise<Map<string, string[]>> {
  return loadIds(scope, ARTIFACTS_OF_LIBRARIES, libraryIds, limitPerLibrary);
}

async function loadIds(
  scope: ReadScope,
  statement: Statement,
  ids: readonly string[],
  limit: number,
): Promise<Map<string, string[]>> {
  if (ids.length === 0) return new Map();
  const values = [[...ids], visibleOwnerKeys(scope.principal), scope.libraryIds, limit];
  const rows = await scope.rows<IdsRow>(statement, values);
  return new Map(rows.filter((row) => row.artifact_ids.length > 0).map((row) => [row.id, row.artifact_ids]));
}
