import { parseStrictJson } from '../../common/strict-json';
import { findUuid } from '../../common/media-id';

/** What a token says once it has passed every check. */
export interface TokenClaims {
  /** The issuer's id of the user: our user id with local accounts. Lower-case UUID. */
  readonly subject: string;
  /** The login session it belongs to; null for script tokens and tokens of an external issuer. */
  readonly sessionId: string | null;
  /** A name the external issuer gives the user; no proof of anything. */
  readonly preferredUsername: string | null;
}

/** What the claims are held against. */
export interface ClaimRules {
  readonly issuer: string;
  readonly audience: string;
  /** Whether `sid` names a login session of ours; an external issuer's sessions are its own business. */
  readonly ownSessions: boolean;
  /** Seconds of clock difference that are forgiven. */
  readonly leewaySeconds: number;
  /** Unix time in milliseconds. */
  readonly now: () => number;
}

/** A token lives at most this long, whatever its issuer says. */
export const TOKEN_MAX_LIFE_SECONDS = 86_400;

const JSON_LIMITS = { maxDepth: 8, maxKeys: 200 };

/**
 * The claims of a token whose signature holds, or null when any of them is missing, of the wrong type or out of its
 * time. A token for several audiences is refused: each of the others could replay it here.
 */
export function findClaims(payload: string, rules: ClaimRules): TokenClaims | null {
  const claims = findObject(payload);
  if (claims === null || claims.iss !== rules.issuer || !isAudience(claims.aud, rules.audience)) return null;
  if (!isInTime(claims, rules)) return null;
  const subject = typeof claims.sub === 'string' ? findUuid(claims.sub) : null;
  if (subject === null) return null;
  const sessionId = rules.ownSessions && typeof claims.sid === 'string' ? findUuid(claims.sid) : null;
  if (rules.ownSessions && claims.sid !== undefined && sessionId === null) return null;
  const name = claims.preferred_username;
  return { subject, sessionId, preferredUsername: typeof name === 'string' ? name : null };
}

/** A JSON object without repeated members, or null. */
export function findObject(text: string): Record<string, unknown> | null {
  try {
    const value = parseStrictJson(text, JSON_LIMITS);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

function isAudience(value: unknown, audience: string): boolean {
  return value === audience || (Array.isArray(value) && value.length === 1 && value[0] === audience);
}

function isInTime(claims: Record<string, unknown>, rules: ClaimRules): boolean {
  const { iat, exp, nbf } = claims;
  const now = Math.floor(rules.now() / 1000);
  if (!isTime(iat) || !isTime(exp)) return false;
  if (iat > now + rules.leewaySeconds || exp <= now - rules.leewaySeconds) return false;
  if (exp <= iat || exp - iat > TOKEN_MAX_LIFE_SECONDS) return false;
  return nbf === undefined || (isTime(nbf) && nbf <= now + rules.leewaySeconds);
}

function isTime(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
