/** The caller. Role and rights come from the database, not from the claims of a token. */
export interface Principal {
  /** UUID of the account, canonical lower-case. */
  readonly userId: string;
  readonly username: string;
  readonly role: 'admin' | 'user';
  /** Rights in addition to the role, such as `catalog:write` and `artifacts:write`. */
  readonly scopes: readonly string[];
  /** UUIDs of the libraries that the user may see; null for all. */
  readonly libraryIds: readonly string[] | null;
  /** The API key of the request, or the key that was exchanged for its token; absent for any other token. */
  readonly key?: PrincipalKey;
}

/** An API key, and the service account that it belongs to. */
export interface PrincipalKey {
  /** UUID. */
  readonly keyId: string;
  /** UUID of the service account: the principal itself, or an account that acts for the principal. */
  readonly serviceId: string;
}

/** The value of `owner_key` in rows of global artifacts: the nil UUID, which no account has. */
export const GLOBAL_OWNER = '00000000-0000-0000-0000-000000000000';

/** Placeholder for work that is for no user, such as probes and metrics. */
export const NO_USER: Principal = {
  userId: '00000000-0000-0000-0000-000000000000',
  username: '',
  role: 'user',
  scopes: [],
  libraryIds: [],
};

/**
 * Placeholder for commands that read the rows of all users. It is an object of its own, because `ReadPool` recognizes
 * it by its identity and then sets no user for row-level security. Without a user, the database role of commands sees
 * all rows, and the read role of the server sees no rows that belong to users.
 */
export const ALL_USERS: Principal = { ...NO_USER };

/** Returns the UUID of the service account that acts for the principal; null if the principal acts itself. */
export function findActingServiceId({ userId, key }: Principal): string | null {
  return key === undefined || key.serviceId === userId ? null : key.serviceId;
}

/**
 * Whether the principal has the scope. Returns true for an administrator, whatever the scope. So do not call it with
 * `act_for_users`, the only scope that administrators do not have.
 */
export function hasScope(principal: Principal, scope: string): boolean {
  return principal.role === 'admin' || principal.scopes.includes(scope);
}

/** Whether the principal has the scope for all libraries or for at least one. */
export function hasScopeForSomeLibrary(principal: Principal, scope: string): boolean {
  return hasScope(principal, scope) || principal.scopes.some((each) => each.startsWith(`${scope}:`));
}

/** Whether the principal may see the library; true for null (no library). */
export function maySeeLibrary({ libraryIds }: Pick<Principal, 'libraryIds'>, libraryId: string | null): boolean {
  return libraryId === null || libraryIds === null || libraryIds.includes(libraryId);
}

/** Returns the UUIDs of the libraries whose catalog the principal may write; null for all. */
export function listWritableLibraryIds(principal: Principal): readonly string[] | null {
  const { libraryIds, scopes } = principal;
  if (hasScope(principal, 'catalog:write')) return libraryIds;
  return scopes
    .filter((scope) => scope.startsWith(LIBRARY_SCOPE_PREFIX))
    .map((scope) => scope.slice(LIBRARY_SCOPE_PREFIX.length))
    .filter((libraryId) => maySeeLibrary(principal, libraryId));
}

/** The scope for the catalog of one library is this text and the id of the library. */
const LIBRARY_SCOPE_PREFIX = 'catalog:write:';
