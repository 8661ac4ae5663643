/** Configuration of the first administrator, external issuers, and cursors. */
import { hkdfSync } from 'node:crypto';
import type { ClaimGrants } from './claim-grants';
import type { Environment } from './environment';

/**
 * The administrator account that the service creates when it starts, if no account has this name yet. An existing
 * account is changed only if `enforced` is true.
 */
export interface BootstrapAdmin {
  readonly username: string;
  readonly password: string;
  /** Whether an existing local account with this name gets this password and the admin role. Default: false. */
  readonly enforced?: boolean;
  /** Whether the password may be a commonly used one. Default: false. */
  readonly allowsCommonPassword?: boolean;
  /** Prefix of the two settings that contain the name and the password, for error messages. Default: `ADMIN`. */
  readonly settingsPrefix?: 'ADMIN' | 'SERVICE_DEMO';
}

/** An external issuer whose tokens the service accepts. */
export interface ExternalIssuer {
  readonly issuer: string;
  readonly audience: string;
  /** URL of the key set of the issuer; null if discovery provides the URL. */
  readonly jwksUri: string | null;
  /** Rights that claims of the issuer grant; null if only administrators grant rights. */
  readonly grants: ClaimGrants | null;
}

/** Returns the external issuers. Empty with `AUTH_MODE=local`. */
export function toExternalIssuers(environment: Environment): ExternalIssuer[] {
  const { AUTH_MODE, JWKS_URI, JWT_ISSUER, JWT_AUDIENCE, OIDC_ISSUER, OIDC_AUDIENCE, OIDC_CLAIMS } = environment;
  if (AUTH_MODE !== 'jwks') return [];
  const grantsOf = (issuer: string): ClaimGrants | null =>
    Object.hasOwn(OIDC_CLAIMS, issuer) ? (OIDC_CLAIMS[issuer] ?? null) : null;
  const discovered = OIDC_ISSUER.map((issuer, index) => {
    const audience = OIDC_AUDIENCE[index] ?? OIDC_AUDIENCE[0] ?? JWT_AUDIENCE;
    return { issuer, audience, jwksUri: null, grants: grantsOf(issuer) };
  });
  if (JWKS_URI === undefined) return discovered;
  const configured = { issuer: JWT_ISSUER, audience: JWT_AUDIENCE, jwksUri: JWKS_URI, grants: grantsOf(JWT_ISSUER) };
  return [configured, ...discovered];
}

/**
 * Returns the secrets of cursors and revision tokens, of at least 32 bytes each. `secret` seals and opens cursors and
 * tokens. The secrets in `accepted` only open them.
 */
export function toCursorConfig(environment: Environment): { secret: string; accepted: readonly string[] } {
  const { CURSOR_SECRET, CURSOR_SECRETS_ACCEPTED, JWT_SECRET = '', JWT_SECRETS_ACCEPTED } = environment;
  if (CURSOR_SECRET !== undefined) return { secret: CURSOR_SECRET, accepted: CURSOR_SECRETS_ACCEPTED };
  // The rules of the configuration require CURSOR_SECRET or JWT_SECRET, so JWT_SECRET is set here.
  // The derived secrets keep cursors valid that were sealed before a rotation of JWT_SECRET.
  const accepted = [...CURSOR_SECRETS_ACCEPTED, ...JWT_SECRETS_ACCEPTED.map(deriveCursorSecret)];
  return { secret: deriveCursorSecret(JWT_SECRET), accepted };
}

/** Derives a key for cursors and revision tokens, so that they do not share the key of access tokens. */
function deriveCursorSecret(jwtSecret: string): string {
  return Buffer.from(hkdfSync('sha256', jwtSecret, '', 'cursor', 32)).toString('base64url');
}
