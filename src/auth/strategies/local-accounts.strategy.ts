import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { createSecretKey } from 'node:crypto';
import { Strategy } from 'passport-jwt';
import type { Config } from '../../common/config/config';
import type { TokenClaims } from '../tokens/token-claims';
import { keyIdOf } from '../tokens/key-id';
import { PresentedTokens, refuseToken } from './presented-tokens';
import { type JwtKey, registerApart, SIGNATURE_ONLY, type TokenStrategy } from './token-strategy';

const ALGORITHMS = ['HS256'] as const;

/** Takes our own tokens: HS256 with the secret that the token names, and the `typ` of RFC 9068. */
@Injectable()
export class LocalAccountsStrategy extends PassportStrategy(Strategy, 'local-accounts') implements TokenStrategy {
  readonly registeredName = registerApart(this);
  private readonly tokens: PresentedTokens;

  /** `now` gives Unix milliseconds. */
  constructor(auth: Config['auth'], now: () => number = Date.now) {
    const { jwtSecret, jwtSecretsAccepted, issuer, audience, leewaySeconds } = auth;
    if (jwtSecret === undefined) throw new Error('Local accounts need JWT_SECRET.');
    const tokens = new PresentedTokens({
      header: { algorithms: ALGORITHMS, keyId: 'optional', types: null },
      claimsOf: () => ({ issuer, audience, leewaySeconds, now, isExternal: false, grants: null }),
    });
    // Key objects: of a text, jsonwebtoken finds out with each token anew which kind of key it is.
    const keyOf = (secret: string): JwtKey => createSecretKey(Buffer.from(secret)) as JwtKey;
    const current = keyOf(jwtSecret);
    const keys = new Map([jwtSecret, ...jwtSecretsAccepted].map((secret) => [keyIdOf(secret), keyOf(secret)]));
    super({
      ...SIGNATURE_ONLY,
      algorithms: [...ALGORITHMS],
      jwtFromRequest: (request: Request) => tokens.take(request),
      secretOrKeyProvider: (request: Request, _token: unknown, done) => {
        const { keyId } = tokens.partsOf(request);
        const key = keyId === null ? current : keys.get(keyId);
        if (key === undefined) done(refuseToken('unknown-key'));
        else done(null, key);
      },
    });
    this.tokens = tokens;
  }

  /** What a token with a good signature says. Throws `unauthorized` when a claim is refused. */
  validate(request: Request): TokenClaims {
    return this.tokens.readClaims(request);
  }
}
