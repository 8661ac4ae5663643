/** The caller, with role and rights as stored in the database now; token claims are not used. */
export interface Principal {
  /** UUID of the account, canonical lower-case. */
  readonly userId: string;
  readonly username: string;
  readonly role: 'admin' | 'user';
  /** Additional rights, such as `catalog:write` and `artifacts:write`. */
  readonly scopes: readonly string[];
  /** UUIDs of the libraries that the user may see; null for all. */
  readonly libraryIds: readonly string[] | null;
}

/** Whether the principal has the scope. Administrators have all scopes. */
export function hasScope(principal: Principal, scope: string): boolean {
  return principal.role === 'admin' || principal.scopes.includes(scope);
}
