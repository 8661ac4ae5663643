/** Who is asking, as the database knows them at this moment (never as the token claims). */
export interface Principal {
  /** UUID of the account, canonical lower-case. */
  readonly userId: string;
  readonly username: string;
  readonly role: 'admin' | 'user';
  /** Extra rights, such as `catalog:write` and `artifacts:write`. */
  readonly scopes: readonly string[];
  /** The libraries the user may see; null means all of them. */
  readonly libraryIds: readonly string[] | null;
}

/** Whether the principal may do what `scope` allows; an admin may do everything. */
export function hasScope(principal: Principal, scope: string): boolean {
  return principal.role === 'admin' || principal.scopes.includes(scope);
}
