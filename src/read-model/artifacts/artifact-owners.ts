/**
 * Conditions and expressions on the owners, libraries and items of artifacts. Every read for a caller selects artifacts
 * by one or both visible owner keys.
 */
import { GLOBAL_OWNER, type Principal } from '../../common/principal';
import type { Libraries } from '../../database/distribution/per-library';

export interface ArtifactKey {
  readonly partition_id: string;
  readonly owner_key: string;
  readonly artifact_id: string;
}

/** Returns the partitions, the owner keys and the ids of artifacts, as parameters of a statement. */
export function columnsOfKeys(keys: readonly ArtifactKey[]): [string[], string[], string[]] {
  return [keys.map((key) => key.partition_id), keys.map((key) => key.owner_key), keys.map((key) => key.artifact_id)];
}

/** The owner keys whose artifacts the principal may see: the key of the principal first, then the global key. */
export function visibleOwnerKeys(principal: Principal): [string, string] {
  return [principal.userId, GLOBAL_OWNER];
}

/**
 * The partition of an artifact: its library or, without a library, its owner. A distributed database distributes the
 * artifact tables by this key.
 */
export function partitionOf(libraryId: string | null, ownerKey: string): string {
  return libraryId ?? ownerKey;
}

/** Returns SQL for the `TextOrigin` of the texts in a row of `intelligence_artifacts`. */
export function textOriginOf(alias: string): string {
  return `CASE WHEN ${alias}.run_id IS NULL AND ${alias}.kind IN ('user_note', 'collection') THEN 'user' ELSE 'generated' END`;
}

/**
 * SQL condition: the row `alias` has no library, or its library is visible. `parameter` is the `uuid[]` parameter with
 * the visible libraries (null means all).
 */
export function inVisibleLibrary(alias: string, parameter: string): string {
  return `(${alias}.library_id IS NULL OR ${parameter}::uuid[] IS NULL OR ${alias}.library_id = ANY(${parameter}::uuid[]))`;
}

/**
 * SQL condition: the row `a` of `intelligence_artifacts` has no library, or one of the libraries. The form for one
 * library also compares the partition with the library parameter, so that one node runs the statement. It finds
 * artifacts without a library only when that parameter is an owner key (`includesOwnerPartitions`).
 */
export function isInLibraries(libraries: Libraries): string {
  const inPartition = libraries.isSingle ? ` AND ${libraries.has('a.partition_id')}` : '';
  return `${libraries.hasOrNull('a.library_id')}${inPartition}`;
}

/**
 * Joins the item that the row `a` of `intelligence_artifacts` is about, as `m`: null if the item may not be served.
 */
export function joinServedItem(libraries: Libraries): string {
  return `LEFT JOIN served_media_context m ON ${libraries.sameLibrary('m.library_id', 'a.library_id')} AND m.media_id = a.media_id`;
}

/**
 * SQL condition: the row `a` of `intelligence_artifacts` is about no item, or about the served item joined as `item`.
 */
export function isOfServedItem(item = 'm'): string {
  return `(a.media_id IS NULL OR ${item}.media_id IS NOT NULL)`;
}

/**
 * SQL condition: the row `own` of `intelligence_artifacts` is an artifact of the caller that hides the global artifact
 * with the same id. The parameters are those of `isNotHiddenByOwnArtifact`.
 */
export function hidesGlobalArtifact(owners: string, libraries: string): string {
  // The states are listed, because `= 'active'` would let the planner use a larger index.
  return `own.has_namesake AND own.owner_key = (${owners}::uuid[])[1]
       AND own.status NOT IN ('stale', 'superseded', 'invalidated') AND ${inVisibleLibrary('own', libraries)}`;
}

/** SQL condition: the row `alias` is no global artifact with one of the ids in the `uuid[]` parameter `namesakes`. */
export function isNotNamesake(alias: string, namesakes: string): string {
  return `(${alias}.owner_key <> '${GLOBAL_OWNER}' OR ${alias}.artifact_id <> ALL(${namesakes}))`;
}

/**
 * SQL condition: no artifact of the caller hides the row `alias` of `intelligence_artifacts`. An active artifact of the
 * caller, in a visible library or without a library, hides the global artifact with the same id. Every list of
 * artifacts uses this condition, so an id identifies one artifact in all answers. `owners` is the `uuid[]` parameter
 * with `visibleOwnerKeys`. `libraries` is the `uuid[]` parameter with the visible libraries (null means all), or the
 * `Libraries` that `perLibrary` gives to the function that composes a statement. The form for one library takes the ids
 * of the hiding artifacts (`namesakes`) as a parameter, because these artifacts may be in other libraries.
 */
export function isNotHiddenByOwnArtifact(alias: string, owners: string, libraries: string | Libraries): string {
  if (typeof libraries !== 'string') {
    if (!libraries.isSingle) return isNotHiddenByOwnArtifact(alias, owners, libraries.array);
    return isNotNamesake(alias, libraries.namesakes);
  }
  // One look-up in the small index of users' artifacts with the id of a global one. OFFSET 0 prevents a scan of the
  // whole index.
  return `(${alias}.owner_key <> '${GLOBAL_OWNER}' OR NOT EXISTS (
    SELECT FROM intelligence_artifacts own
     WHERE own.artifact_id = ${alias}.artifact_id AND ${hidesGlobalArtifact(owners, libraries)} OFFSET 0))`;
}

/**
 * SQL condition: the row `a` of `intelligence_artifacts`, with the item that `joinServedItem` joins, is an active
 * artifact that the caller sees. The parameters are those of `isNotHiddenByOwnArtifact`.
 */
export function isVisibleArtifact(owners: string, libraries: Libraries): string {
  return `a.owner_key = ANY(${owners}::uuid[]) AND a.status = 'active' AND ${isInLibraries(libraries)}
            AND ${isOfServedItem()} AND ${isNotHiddenByOwnArtifact('a', owners, libraries)}`;
}
