import { isJsonObject } from '../../common/json/json-object';
import { parseStrictJson } from '../../common/json/strict-json';
import { findUuid } from '../../common/media-id';
import type { PrincipalKey } from '../../common/principal';
import type { ClaimGrants } from '../../common/config/claim-grants';
import { findExternalSubject } from './external-subject';
import { mapClaims } from './mapped-rights';
import type { TokenRefusal } from './token-refusals';
import type { TokenClaims } from '../credentials';

/** The rules that claims are checked against. */
export interface ClaimRules {
  readonly issuer: string;
  readonly audience: string;
  /**
   * Whether an external issuer creates the tokens. Then `sub` may be any printable text, `aud` may list other
   * audiences, and `sid` and `act` are ignored. Otherwise, `sub` is a UUID, `aud` is only this service, and `sid`, if
   * present, is the UUID of a login session.
   */
  readonly isExternal: boolean;
  /** The rights that claims of the external issuer grant; null for none, and for tokens of this service. */
  readonly grants: ClaimGrants | null;
  /** Tolerated clock difference in seconds. */
  readonly leewaySeconds: number;
  /** Unix time in milliseconds. */
  readonly now: () => number;
}

/** Maximum lifetime of a token. A token that lives longer is refused, whoever issued it. */
export const TOKEN_MAX_LIFETIME_SECONDS = 86_400;

/** Bounds of the JSON in a token. The token of a user in many groups can have several hundred values. */
const JSON_LIMITS = { maxDepth: 8, maxValues: 1000 };

/** Returns the claims of a token whose signature is valid, or the reason why they are refused. */
export function readClaims(payload: string, rules: ClaimRules): TokenClaims | TokenRefusal {
  const claims = parseObject(payload);
  if (claims === null) return 'malformed';
  if (claims.iss !== rules.issuer) return 'wrong-issuer';
  if (!isAudience(claims.aud, rules)) return 'wrong-audience';
  const refusal = checkTimes(claims, rules);
  if (refusal !== null) return refusal;
  const subject = rules.isExternal ? findExternalSubject(claims.sub) : findUuidClaim(claims.sub);
  if (subject === null) return 'bad-subject';
  const sessionId = rules.isExternal ? null : findUuidClaim(claims.sid);
  if (!rules.isExternal && claims.sid !== undefined && sessionId === null) return 'bad-session';
  const actor = rules.isExternal || claims.act === undefined ? null : findActor(claims.act);
  if (actor === undefined) return 'bad-actor';
  const name = claims.preferred_username;
  return {
    subject,
    sessionId,
    issuedAt: claims.iat as number,
    actor,
    caller: rules.isExternal ? `${rules.issuer} ${subject}` : subject,
    issuer: rules.issuer,
    rights: rules.grants === null ? null : mapClaims(claims, rules.grants),
    preferredUsername: typeof name === 'string' ? name : null,
  };
}

/** Parses a JSON object; returns null for any other text, and for one that `parseStrictJson` refuses. */
export function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value = parseStrictJson(text, JSON_LIMITS);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}

/**
 * Returns whether the audience is accepted. A token of this service must name only this service, because another
 * audience could replay the token here. Tokens of external issuers often list other audiences.
 */
function isAudience(value: unknown, { audience, isExternal }: ClaimRules): boolean {
  if (!Array.isArray(value)) return value === audience;
  return value.includes(audience) && (isExternal || value.length === 1);
}

function checkTimes({ iat, exp, nbf }: Record<string, unknown>, rules: ClaimRules): TokenRefusal | null {
  const now = Math.floor(rules.now() / 1000);
  if (!isTime(iat) || !isTime(exp) || exp <= iat || !(nbf === undefined || isTime(nbf))) return 'bad-times';
  if (exp - iat > TOKEN_MAX_LIFETIME_SECONDS) return 'lives-too-long';
  if (Math.max(iat, nbf ?? 0) > now + rules.leewaySeconds) return 'not-yet-valid';
  return exp <= now - rules.leewaySeconds ? 'expired' : null;
}

/** Returns the actor of a token of this service (RFC 8693, section 4.1); undefined if `act` is malformed. */
function findActor(value: unknown): PrincipalKey | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { sub, key_id } = value as Record<string, unknown>;
  const [serviceId, keyId] = [findUuidClaim(sub), findUuidClaim(key_id)];
  return serviceId === null || keyId === null ? undefined : { serviceId, keyId };
}

function findUuidClaim(value: unknown): string | null {
  return typeof value === 'string' ? findUuid(value) : null;
}

function isTime(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
