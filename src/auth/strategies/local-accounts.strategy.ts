import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { createSecretKey } from 'node:crypto';
import { Strategy } from 'passport-jwt';
import type { Config } from '../../common/config/config';
import type { TokenClaims } from '../credentials';
import { keyIdOf } from '../tokens/key-id';
import { PresentedTokens, refuseToken } from './presented-tokens';
import { type JwtKey, registerStrategy, SIGNATURE_ONLY, type TokenStrategy } from './token-strategy';

const ALGORITHMS = ['HS256'] as const;

/**
 * Accepts tokens that this service issued: with the `typ` of RFC 9068, and signed by HS256 with the secret that `kid`
 * names or, if there is no `kid`, with the current secret.
 */
@Injectable()
export class LocalAccountsStrategy extends PassportStrategy(Strategy, 'local-accounts') implements TokenStrategy {
  readonly registeredName = registerStrategy(this);
  private readonly tokens: PresentedTokens;

  /** `now` returns the Unix time in milliseconds. */
  constructor(auth: Config['auth'], now: () => number = Date.now) {
    const { jwtSecret, jwtSecretsAccepted, issuer, audience, leewaySeconds } = auth;
    if (jwtSecret === undefined) throw new Error('Local accounts need JWT_SECRET.');
    const tokens = new PresentedTokens({
      // `types: null` accepts only the `typ` of tokens of this service.
      header: { algorithms: ALGORITHMS, keyId: 'optional', types: null },
      claimsOf: () => ({ issuer, audience, leewaySeconds, now, isExternal: false, grants: null }),
    });
    const currentKeyId = keyIdOf(jwtSecret);
    // Uses key objects, because jsonwebtoken would parse a text as a key again for each token.
    const keys = new Map(
      [jwtSecret, ...jwtSecretsAccepted].map((secret) => [
        keyIdOf(secret),
        createSecretKey(Buffer.from(secret)) as JwtKey,
      ]),
    );
    super({
      ...SIGNATURE_ONLY,
      algorithms: [...ALGORITHMS],
      jwtFromRequest: (request: Request) => tokens.readToken(request),
      secretOrKeyProvider: (request: Request, _token: unknown, done) => {
        // Tokens of earlier releases name no key; they were signed with the current secret.
        const key = keys.get(tokens.partsOf(request).keyId ?? currentKeyId);
        if (key === undefined) done(refuseToken('unknown-key'));
        else done(null, key);
      },
    });
    this.tokens = tokens;
  }

  /** Returns the claims of a token whose signature is valid. Throws `unauthorized` if a claim is refused. */
  validate(request: Request): TokenClaims {
    return this.tokens.readClaims(request);
  }
}
