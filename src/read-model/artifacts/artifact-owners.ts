/** Who an artifact belongs to, as keys of the artifact tables, which every read of them names; and who wrote it. */
import type { Principal } from '../../common/principal';
import type { Libraries } from '../../database/distribution/per-library';

/** The owner key of global artifacts: the nil UUID, which no account has. */
export const GLOBAL_OWNER = '00000000-0000-0000-0000-000000000000';

/** The owner keys whose artifacts the principal may see: their own first, then everyone's. */
export function visibleOwnerKeys(principal: Principal): [string, string] {
  return [principal.userId, GLOBAL_OWNER];
}

/**
 * Where an artifact of the owner is kept: in its library or, without one, beside the other artifacts of its owner.
 * It is the key that the artifact tables would be distributed by.
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
 * True for a row of `intelligence_artifacts` that the caller is shown under its id: a global artifact steps back while
 * the caller has an active one of the same id of their own, in a visible library. Every read that gives more than one
 * artifact asks for it, so that an id stands for one artifact in all answers. `owners` is the `uuid[]` parameter of
 * `visibleOwnerKeys`, `libraries` that of the visible libraries (null means all). The form for one library takes the ids of
 * the caller's artifacts that hide global ones, because these artifacts may be in other libraries.
 */
export function isShownUnderId(alias: string, owners: string, libraries: string | Libraries): string {
  if (typeof libraries !== 'string') {
    if (!libraries.single) return isShownUnderId(alias, owners, libraries.array);
    return `(${alias}.owner_key <> '${GLOBAL_OWNER}' OR ${alias}.artifact_id <> ALL(${libraries.namesakes}))`;
  }
  // One look into the small index of own artifacts that have a namesake: OFFSET 0 keeps the planner from reading all of
  // them, and the states are named one by one since `= 'active'` would suit larger indexes.
  return `(${alias}.owner_key <> '${GLOBAL_OWNER}' OR NOT EXISTS (
    SELECT FROM intelligence_artifacts own
     WHERE own.has_namesake AND own.owner_key = (${owners}::uuid[])[1] AND own.artifact_id = ${alias}.artifact_id
       AND own.status NOT IN ('stale', 'superseded', 'invalidated') AND ${inVisibleLibrary('own', libraries)} OFFSET 0))`;
}
