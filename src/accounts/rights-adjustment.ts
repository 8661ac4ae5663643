/** Computes the rights of an account after some are added and removed. Pure. */
import { isScope, type Scope, SCOPES } from '../common/scopes';
import { Problem } from '../common/problems/problem';
import type { UserEntity } from '../database/entities/accounts/user.entity';
import type { UserChanges } from './user.store';

/** Rights to add and to remove. Absent members change nothing. */
export interface RightsAdjustment {
  readonly role?: 'admin' | 'user';
  readonly addedScopes?: readonly Scope[];
  readonly removedScopes?: readonly Scope[];
  /** The libraries to begin with: all or none. Default: the libraries that the account sees now. */
  readonly libraries?: 'all' | 'none';
  /** UUIDs. Has no effect if the libraries to begin with are all. */
  readonly addedLibraryIds?: readonly string[];
  /** UUIDs. A conflict if the libraries to begin with are all. */
  readonly removedLibraryIds?: readonly string[];
}

/**
 * Returns the rights of an account after an adjustment. Throws `conflict` if the adjustment begins with all libraries
 * and removes single ones.
 */
export function adjustRights(user: UserEntity, adjustment: RightsAdjustment): UserChanges {
  const { role, addedScopes = [], removedScopes = [] } = adjustment;
  const scopes = [...new Set([...user.scopes.filter(isScope), ...addedScopes])]
    .filter((scope) => !removedScopes.includes(scope))
    .sort((a, b) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1));
  return { role: role ?? user.role, scopes, libraryIds: adjustLibraries(user, adjustment) };
}

/** Returns the sort key of a scope: scopes without a library come first, in the order of `SCOPES`. */
function rankOf(scope: Scope): number {
  const rank = (SCOPES as readonly string[]).indexOf(scope);
  return rank === -1 ? SCOPES.length : rank;
}

function adjustLibraries({ library_ids }: UserEntity, adjustment: RightsAdjustment): string[] | null {
  const { libraries, addedLibraryIds = [], removedLibraryIds = [] } = adjustment;
  const baseLibraryIds = libraries === undefined ? library_ids : libraries === 'all' ? null : [];
  if (baseLibraryIds === null && removedLibraryIds.length > 0) {
    throw Problem.conflict('The account sees all libraries: take all of them away first, then grant some.');
  }
  if (baseLibraryIds === null) return null;
  return [...new Set([...baseLibraryIds, ...addedLibraryIds])].filter((id) => !removedLibraryIds.includes(id));
}
