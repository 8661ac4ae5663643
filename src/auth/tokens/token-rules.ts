import type { Config } from '../../common/config/config';
import type { TokenRules } from './token-authenticator';
import { localKeys, remoteKeys } from './verification-keys';

/**
 * How tokens are checked under a configuration: our own by HS256 and one secret, those of an external issuer by its key
 * set. `now` gives Unix milliseconds.
 */
export function tokenRules(auth: Config['auth'], now: () => number = Date.now): TokenRules {
  const { issuer, audience, leewaySeconds } = auth;
  const shared = { issuer, audience, leewaySeconds, now };
  if (auth.mode === 'jwks') {
    if (auth.jwksUri === undefined) throw new Error('An external issuer needs JWKS_URI.');
    const keys = remoteKeys(auth.jwksUri);
    return {
      ...shared,
      keys,
      algorithms: ['RS256', 'ES256'],
      keyId: 'required',
      types: auth.tokenTypes,
      isExternal: true,
    };
  }
  if (auth.jwtSecret === undefined) throw new Error('Local accounts need JWT_SECRET.');
  const keys = localKeys(auth.jwtSecret);
  return { ...shared, keys, algorithms: ['HS256'], keyId: 'refused', types: null, isExternal: false };
}
