/** Services that find external issuers by discovery, and tokens of these issuers. */
import { randomBytes } from 'node:crypto';
import { createUser, type TestUser } from '../../support/accounts/accounts';
import { importCatalog, library, movie, uuidOf } from '../../support/catalog/catalog';
import { type IssuerKey, makeKey } from '../../support/accounts/key-server';
import type { OidcServer } from '../../support/accounts/oidc-server';
import { createTestApp, type TestApp } from '../../support/app/test-app';
import { keyToken } from '../../support/accounts/tokens';

/** UUID of the library `Films`, to which `EDITOR` gives access. */
export const FILMS = uuidOf('Films');
/** The audience of the tokens. */
export const AUDIENCE = 'read-model';
/** Keys of issuers, by algorithm. */
export const KEYS = { RS256: makeKey('rsa', 'RS256'), ES256: makeKey('ec', 'ES256') };

/** Rights that a claim grants. */
export const EDITOR = { scopes: ['artifacts:write'], libraries: [FILMS] };

/** A service with local accounts. The services with external issuers use the same database. */
export interface LocalService {
  readonly app: TestApp;
  readonly admin: TestUser;
}

/** Starts the service with local accounts and imports the libraries `Films` and `Shorts`. */
export async function startLocalService(): Promise<LocalService> {
  const app = await createTestApp();
  const admin = await createUser(app, { role: 'admin' });
  await importCatalog(app, admin, [library('Films'), movie('Films', 'Metropolis'), library('Shorts')]);
  return { app, admin };
}

/** Starts a service that accepts tokens of external issuers. It uses the database of `local`. */
export function startIssuerService(local: TestApp, env: Record<string, string>): Promise<TestApp> {
  const secrets = { JWT_SECRET: '', CURSOR_SECRET: randomBytes(48).toString('base64') };
  return createTestApp({ peerOf: local, env: { AUTH_MODE: 'jwks', OIDC_AUDIENCE: AUDIENCE, ...secrets, ...env } });
}

/** Changes of a token. */
export interface TokenChanges {
  readonly key?: IssuerKey;
  readonly header?: Readonly<Record<string, unknown>>;
  readonly claims?: Readonly<Record<string, unknown>>;
}

/** Returns a token of the issuer. */
export function tokenOf(
  { issuer }: Pick<OidcServer, 'issuer'>,
  { key = KEYS.RS256, header, claims }: TokenChanges,
): string {
  const now = Math.floor(Date.now() / 1000);
  const allClaims = { iss: issuer, aud: AUDIENCE, iat: now, exp: now + 600, ...claims };
  return keyToken({ alg: key.alg, kid: key.kid, ...header }, allClaims, key.privateKey);
}

/** The answer of `/auth/me`. */
export interface Me {
  user_id: string;
  role: string;
  scopes: string[];
  library_ids: string[] | null;
}
