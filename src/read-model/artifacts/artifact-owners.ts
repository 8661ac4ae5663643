/** The owners of artifacts, as keys of the artifact tables, and who wrote their texts. Every read selects one or both keys. */
import { GLOBAL_OWNER, type Principal } from '../../common/principal';
import type { Libraries } from '../../database/distribution/per-library';

/** The primary key of an artifact. */
export interface ArtifactKey {
  readonly partition_id: string;
  readonly owner_key: string;
  readonly artifact_id: string;
}

/** The owner keys whose artifacts the principal may see: their own first, then the global one. */
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

/** The `TextOrigin` of the texts of a row of `intelligence_artifacts`: whether a person wrote them. */
export function textOriginOf(alias: string): string {
  return `CASE WHEN ${alias}.run_id IS NULL AND ${alias}.kind IN ('user_note', 'collection') THEN 'user' ELSE 'generated' END`;
}

/**
 * True for rows of the partitions in the `uuid[]` parameter of visible libraries (null means all), and for rows
 * without a library. `alias` names a row with `library_id`.
 */
export function inVisibleLibrary(alias: string, parameter: string): string {
  return `(${alias}.library_id IS NULL OR ${parameter}::uuid[] IS NULL OR ${alias}.library_id = ANY(${parameter}::uuid[]))`;
}

/**
 * True for a row of `intelligence_artifacts` that an answer to the caller may contain. A global artifact is hidden
 * while the caller has an active artifact with the same id in a visible library. Every read that returns more than one
 * artifact uses this condition, so in all answers an id identifies one artifact. `owners` is the `uuid[]` parameter
 * with `visibleOwnerKeys`, `libraries` the one with the visible libraries (null means all). A statement for one library
 * has a parameter with the ids of the caller's artifacts that hide global ones (`namesakes`), because these artifacts may
 * be in other libraries.
 */
export function isNotHiddenByOwn(alias: string, owners: string, libraries: string | Libraries): string {
  if (typeof libraries !== 'string') {
    if (!libraries.isSingle) return isNotHiddenByOwn(alias, owners, libraries.array);
    return `(${alias}.owner_key <> '${GLOBAL_OWNER}' OR ${alias}.artifact_id <> ALL(${libraries.namesakes}))`;
  }
  // One look-up in the small index of own artifacts that hide a global one. OFFSET 0 prevents the planner from reading
  // all of them. The states are listed one by one, because `= 'active'` would match larger indexes.
  return `(${alias}.owner_key <> '${GLOBAL_OWNER}' OR NOT EXISTS (
    SELECT FROM intelligence_artifacts own
     WHERE own.has_namesake AND own.owner_key = (${owners}::uuid[])[1] AND own.artifact_id = ${alias}.artifact_id
       AND own.status NOT IN ('stale', 'superseded', 'invalidated') AND ${inVisibleLibrary('own', libraries)} OFFSET 0))`;
}
