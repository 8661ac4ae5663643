import type { Request } from 'express';
import type { Principal } from '../common/principal';

const SESSION = Symbol('session');

/** A request that the auth guard may have let in. */
export interface AuthenticatedRequest extends Request {
  /** By Passport's custom, so that logs find it without knowing this module. */
  user?: Principal;
  [SESSION]?: string | null;
}

/** Notes who is asking, and the login session their token belongs to (null for script and external tokens). */
export function setPrincipal(request: AuthenticatedRequest, principal: Principal, sessionId: string | null): void {
  request.user = principal;
  request[SESSION] = sessionId;
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

/** The login session of the caller's token; null when it belongs to none. */
export function findSessionId(request: AuthenticatedRequest): string | null {
  return request[SESSION] ?? null;
}
