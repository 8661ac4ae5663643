/** The credentials that a strategy accepts. */
import type { PrincipalKey } from '../common/principal';
import type { MappedRights } from './tokens/mapped-rights';

/** The claims of a token that has passed every check. */
export interface TokenClaims {
  /** The id of the user at the issuer. With local accounts, this is our user id, a lower-case UUID. */
  readonly subject: string;
  /**
   * The login session of the token; null for a token of the command `token`, for a token that an API key was exchanged
   * for, and for a token of an external issuer.
   */
  readonly sessionId: string | null;
  /** The time at which the token was issued, in seconds since the Unix epoch. */
  readonly issuedAt: number;
  /**
   * Identifies the user for the request limits. Includes an external issuer, because two issuers may use the same
   * subject.
   */
  readonly caller: string;
  /** The `iss` of the token. */
  readonly issuer: string;
  /** The rights that an external issuer grants by claims; null if administrators decide about all rights. */
  readonly rights: MappedRights | null;
  /** The API key that was exchanged for the token, and its service account; null for other tokens. */
  readonly actor: PrincipalKey | null;
  /** The name of the user at the external issuer; null if there is none. Users may choose it, so it proves nothing. */
  readonly preferredUsername: string | null;
}

/** The API key of a request, as the hash under which keys are stored. Whether the key exists is not known yet. */
export interface PresentedKey {
  readonly keyHash: Buffer;
}

/** The credentials of a request: the claims of a token, or an API key. */
export type Credentials = TokenClaims | PresentedKey;
