/** Configuration of authentication and of sealed texts. */
import { hkdfSync } from 'node:crypto';
import type { ClaimGrants } from './claim-grants';
import type { Environment } from './environment';

/** The administrator account that the service creates when it starts. */
export interface BootstrapAdmin {
  readonly username: string;
  readonly password: string;
  /** Whether an existing local account with this name gets this password and the admin role. Default: false. */
  readonly enforced?: boolean;
  /** Whether the password may be a common one; default false. */
  readonly isCommonAllowed?: boolean;
}

/** An external issuer whose tokens the service accepts. */
export interface ExternalIssuer {
  readonly issuer: string;
  readonly audience: string;
  /** URL of its key set; null if discovery finds it. */
  readonly jwksUri: string | null;
  /** Rights that its claims grant; null if only administrators grant rights. */
  readonly grants: ClaimGrants | null;
}

function toExternalIssuers(environment: Environment): ExternalIssuer[] {
  const { AUTH_MODE, JWKS_URI, JWT_ISSUER, JWT_AUDIENCE, OIDC_ISSUER, OIDC_AUDIENCE, OIDC_CLAIMS } = environment;
  if (AUTH_MODE !== 'jwks') return [];
  const grantsOf = (issuer: string): ClaimGrants | null =>
    Object.hasOwn(OIDC_CLAIMS, issuer) ? (OIDC_CLAIMS[issuer] ?? null) : null;
  const discovered = OIDC_ISSUER.map((issuer, index) => {
    const audience = OIDC_AUDIENCE[index] ?? OIDC_AUDIENCE[0] ?? JWT_AUDIENCE;
    return { issuer, audience, jwksUri: null, grants: grantsOf(issuer) };
  });
  if (JWKS_URI === undefined) return discovered;
  const known = { issuer: JWT_ISSUER, audience: JWT_AUDIENCE, jwksUri: JWKS_URI, grants: grantsOf(JWT_ISSUER) };
  return [known, ...discovered];
}

/** Configuration of authentication. */
interface AuthConfig {
  readonly mode: 'local' | 'jwks';
  /** Set when the mode is `local`. */
  readonly jwtSecret: string | undefined;
  /** Earlier secrets. They sign no new tokens, but tokens signed with them are accepted. */
  readonly jwtSecretsAccepted: readonly string[];
  /** Empty when the mode is `local`. */
  readonly externalIssuers: readonly ExternalIssuer[];
  /** Accepted `typ` values of the external issuer's tokens, in lower case; `none` means a token without `typ`. */
  readonly tokenTypes: readonly string[];
  /** Libraries that a new user of the external issuer may see; null means all libraries. */
  readonly newUserLibraryIds: readonly string[] | null;
  /** `iss` of the tokens that the service signs. With external issuers, it is that of the first. */
  readonly issuer: string;
  /** `aud` of the tokens that the service signs. With external issuers, it is that of the first. */
  readonly audience: string;
  readonly accessTtlSeconds: number;
  readonly exchangedTtlSeconds: number;
  readonly refreshTtlSeconds: number;
  readonly leewaySeconds: number;
  readonly bootstrapAdmin: BootstrapAdmin | null;
}

/** The configuration of authentication. */
export function toAuth(environment: Environment): AuthConfig {
  const { ADMIN_USERNAME: username, ADMIN_PASSWORD: password } = environment;
  const bootstrapAdmin: BootstrapAdmin | null =
    username === undefined || password === undefined ? null : { username, password };
  const externalIssuers = toExternalIssuers(environment);
  return {
    mode: environment.AUTH_MODE,
    jwtSecret: environment.JWT_SECRET,
    jwtSecretsAccepted: environment.JWT_SECRETS_ACCEPTED,
    externalIssuers,
    tokenTypes: environment.JWT_TYPES,
    newUserLibraryIds: environment.NEW_USER_LIBRARIES.libraryIds,
    issuer: externalIssuers[0]?.issuer ?? environment.JWT_ISSUER,
    audience: externalIssuers[0]?.audience ?? environment.JWT_AUDIENCE,
    accessTtlSeconds: environment.JWT_ACCESS_TTL_SECONDS,
    exchangedTtlSeconds: environment.EXCHANGED_TTL_SECONDS,
    refreshTtlSeconds: environment.REFRESH_TTL_SECONDS,
    leewaySeconds: environment.JWT_LEEWAY_SECONDS,
    bootstrapAdmin,
  };
}

/** Secrets of at least 32 bytes. `secret` seals and opens cursors and revision tokens; those in `accepted` only open them. */
export function toCursor(environment: Environment): { secret: string; accepted: readonly string[] } {
  return {
    secret: environment.CURSOR_SECRET ?? deriveCursorSecret(environment.JWT_SECRET ?? ''),
    accepted: toAcceptedCursorSecrets(environment),
  };
}

/** Cursors that were sealed with a key of an earlier JWT_SECRET stay valid as long as its tokens do. */
function toAcceptedCursorSecrets(environment: Environment): readonly string[] {
  const { CURSOR_SECRET, CURSOR_SECRETS_ACCEPTED, JWT_SECRETS_ACCEPTED } = environment;
  return CURSOR_SECRET === undefined
    ? [...CURSOR_SECRETS_ACCEPTED, ...JWT_SECRETS_ACCEPTED.map(deriveCursorSecret)]
    : CURSOR_SECRETS_ACCEPTED;
}

/** Derives a separate key for cursors, so that neither key can be used to sign for the other purpose. */
function deriveCursorSecret(jwtSecret: string): string {
  return Buffer.from(hkdfSync('sha256', jwtSecret, '', 'cursor', 32)).toString('base64url');
}
