/** Who an artifact belongs to, as keys of the artifact tables; every read of them names one or both of these keys. */
import type { Principal } from '../common/principal';

/** The owner key of global artifacts: the nil UUID, which no account has. */
export const EVERYONE = '00000000-0000-0000-0000-000000000000';

/** The owner keys whose artifacts the principal may see: their own, and everyone's. */
export function visibleOwnerKeys(principal: Principal): [string, string] {
  return [principal.userId, EVERYONE];
}

/**
 * Where an artifact of the owner is kept: in its library or, without one, beside the other artifacts of its owner.
 * It is the key that the artifact tables would be distributed by.
 */
export function partitionOf(libraryId: string | null, ownerKey: string): string {
  return libraryId ?? ownerKey;
}

/**
 * True for rows of the partitions in the `uuid[]` parameter of visible libraries (null means all), and for rows
 * without a library. `alias` names a row with `library_id`.
 */
export function inVisibleLibrary(alias: string, parameter: string): string {
  return `(${alias}.library_id IS NULL OR ${parameter}::uuid[] IS NULL OR ${alias}.library_id = ANY(${parameter}::uuid[]))`;
}
