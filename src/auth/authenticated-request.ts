import type { Request } from 'express';
import type { Principal } from '../common/principal';
import type { RequestShares } from './limits/request-shares';
import type { Credentials } from './credentials';

/** Name of the request property in which Passport stores the result of a strategy. */
export const CLAIMS_PROPERTY = 'claims';

/** A request that the auth guard has let through. A request to a public handler is not authenticated. */
export interface AuthenticatedRequest extends Request {
  /** The account, as read from the database for this request; absent on public handlers. */
  user?: Principal;
  /** The shares that the request holds; absent if it needs none. */
  share?: RequestShares;
  /** The claims of the caller's token, or the caller's API key. */
  [CLAIMS_PROPERTY]?: Credentials;
}

/** Returns the caller. Throws on a public handler, which has no caller. */
export function getPrincipal(request: AuthenticatedRequest): Principal {
  const principal = request.user;
  if (principal === undefined) throw new Error('A public handler has no principal.');
  return principal;
}

/** Returns the id of the login session of the caller's token; null if there is no session or no token. */
export function findSessionId(request: AuthenticatedRequest): string | null {
  const { claims } = request;
  return claims !== undefined && 'sessionId' in claims ? claims.sessionId : null;
}
