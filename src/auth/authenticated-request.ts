import type { Request } from 'express';
import type { Principal } from '../common/principal';
import type { Share } from './limits/fair-shares';
import type { PresentedKey } from './strategies/api-key.strategy';
import type { TokenClaims } from './tokens/token-claims';

/** Where Passport puts what a strategy made of a request. */
export const CLAIMS_PROPERTY = 'claims';

/** What a request came with: a token or an API key. */
export type Credentials = TokenClaims | PresentedKey;

/** A request that the auth guard may have let in. */
export interface AuthenticatedRequest extends Request {
  /** The account as the database knew it when the request came in. */
  user?: Principal;
  /** The place of the request among those of its caller; absent on handlers without limits. */
  share?: Share;
  /** What the caller's token says, or the caller's key. */
  [CLAIMS_PROPERTY]?: Credentials;
}

/** Who is asking, or null on a public handler and before the guard; for logs and metrics. */
export function findPrincipal(request: AuthenticatedRequest): Principal | null {
  return request.user ?? null;
}

/** Who is asking. Throws on a public handler: nobody was asked to say who they are. */
export function getPrincipal(request: AuthenticatedRequest): Principal {
  const principal = request.user;
  if (principal === undefined) throw new Error('A public handler has no principal.');
  return principal;
}

/** What the request came with. Throws before a strategy has accepted it. */
export function getCredentials(request: AuthenticatedRequest): Credentials {
  const { claims } = request;
  if (claims === undefined) throw new Error('The request has no accepted token.');
  return claims;
}

/** The login session of the caller's token; null when it belongs to none. */
export function findSessionId(request: AuthenticatedRequest): string | null {
  const { claims } = request;
  return claims !== undefined && 'sessionId' in claims ? claims.sessionId : null;
}
