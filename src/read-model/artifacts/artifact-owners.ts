/**
 * Conditions and expressions on the owners of artifacts. Every read for a caller selects artifacts by one or both
 * visible owner keys.
 */
import { GLOBAL_OWNER, type Principal } from '../../common/principal';
import type { Libraries } from '../../database/distribution/per-library';

export interface ArtifactKey {
  readonly partition_id: string;
  readonly owner_key: string;
  readonly artifact_id: string;
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
 * SQL condition: no artifact of the caller hides the row `alias` of `intelligence_artifacts`. An active artifact of the
 * caller, in a visible library or without a library, hides the global artifact with the same id. Every list of
 * artifacts uses this condition, so an id identifies one artifact in all answers. `owners` is the `uuid[]` parameter
 * with `visibleOwnerKeys`. `libraries` is the parameter with the visible libraries (null means all), or the value that
 * `perLibrary` passes. A statement for one library takes the ids of the hiding artifacts (`namesakes`) as a parameter,
 * because these artifacts may be in other libraries.
 */
export function isNotHiddenByOwnArtifact(alias: string, owners: string, libraries: string | Libraries): string {
  if (typeof libraries !== 'string') {
    if (!libraries.isSingle) return isNotHiddenByOwnArtifact(alias, owners, libraries.array);
    return `(${alias}.owner_key <> '${GLOBAL_OWNER}' OR ${alias}.artifact_id <> ALL(${libraries.namesakes}))`;
  }
  // One look-up in the small index of users' artifacts that hide a global one. OFFSET 0 prevents a scan of the whole
  // index. The states are listed, because `= 'active'` would let the planner use a larger index.
  return `(${alias}.owner_key <> '${GLOBAL_OWNER}' OR NOT EXISTS (
    SELECT FROM intelligence_artifacts own
     WHERE own.has_namesake AND own.owner_key = (${owners}::uuid[])[1] AND own.artifact_id = ${alias}.artifact_id
       AND own.status NOT IN ('stale', 'superseded', 'invalidated') AND ${inVisibleLibrary('own', libraries)} OFFSET 0))`;
}
