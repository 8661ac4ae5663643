/** The rules for the tokens of each `AUTH_MODE`. */
import { createSecretKey } from 'node:crypto';
import type { Config } from '../../common/config/config';
import { IssuerKeys } from '../tokens/issuer-keys';
import { keyIdOf } from '../tokens/key-id';
import type { TokenRules } from './jwt.strategy';

/**
 * Returns the rules for tokens that this service issued: they have the `typ` of RFC 9068, and are signed by HS256 with
 * the secret that `kid` names or, if there is no `kid`, with the current secret.
 */
export function localTokenRules(auth: Config['auth']): TokenRules {
  const { jwtSecret, jwtSecretsAccepted, issuer, audience, leewaySeconds } = auth;
  if (jwtSecret === undefined) throw new Error('Local accounts need JWT_SECRET.');
  const currentKeyId = keyIdOf(jwtSecret);
  // Uses key objects, because jsonwebtoken would parse a text as a key again for each token.
  const keys = new Map(
    [jwtSecret, ...jwtSecretsAccepted].map((secret) => [keyIdOf(secret), createSecretKey(Buffer.from(secret))]),
  );
  return {
    // `types: null` accepts only the `typ` of tokens of this service.
    header: { algorithms: ['HS256'], keyId: 'optional', types: null },
    // Tokens of earlier releases have no `kid`. They are valid only until the secret is replaced.
    findKey: ({ keyId }) => Promise.resolve(keys.get(keyId ?? currentKeyId) ?? 'unknown-key'),
    claimRulesOf: () => ({ issuer, audience, leewaySeconds, now: Date.now, isExternal: false, grants: null }),
  };
}

/**
 * Returns the rules for tokens of external issuers, signed by RS256 or ES256. A key of one issuer never verifies a
 * token of another.
 */
export function externalTokenRules({ externalIssuers, tokenTypes, leewaySeconds }: Config['auth']): TokenRules {
  const [first, ...others] = externalIssuers.map(({ issuer, audience, jwksUri, grants }) => ({
    rules: { issuer, audience, grants, leewaySeconds, now: Date.now, isExternal: true },
    keys: new IssuerKeys(jwksUri ?? { issuer }),
  }));
  if (first === undefined) throw new Error('There is no external issuer.');
  const findIssuer = (name: unknown): typeof first | undefined =>
    [first, ...others].find(({ rules }) => rules.issuer === name);
  return {
    header: { algorithms: ['RS256', 'ES256'], keyId: 'required', types: tokenTypes },
    // A token of an unknown issuer is refused here, so that it causes no request to an issuer.
    findKey: async ({ keyId, algorithm }, issuer) =>
      (await findIssuer(issuer)?.keys.findKey(keyId ?? '', algorithm)) ?? 'wrong-issuer',
    // `findKey` runs first and refuses tokens of unknown issuers, so the fallback is never used.
    claimRulesOf: (issuer) => (findIssuer(issuer) ?? first).rules,
  };
}
