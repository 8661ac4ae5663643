/** Rights that the claims in the tokens of an external issuer grant. */

/** What a value of a claim grants. */
export interface ClaimGrant {
  readonly role?: 'admin';
  readonly scopes?: readonly string[];
  /** UUIDs of libraries, or `all`. */
  readonly libraries?: readonly string[] | 'all';
}

/** Grants by the path of the claim and by its value. */
export type ClaimGrants = Readonly<Record<string, Readonly<Record<string, ClaimGrant>>>>;
