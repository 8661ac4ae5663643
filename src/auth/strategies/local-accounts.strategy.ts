import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { createSecretKey } from 'node:crypto';
import { Strategy } from 'passport-jwt';
import type { Config } from '../../common/config/config';
import type { TokenClaims } from '../tokens/token-claims';
import { PresentedTokens } from './presented-tokens';
import { type JwtKey, registerApart, SIGNATURE_ONLY, type TokenStrategy } from './token-strategy';

const ALGORITHMS = ['HS256'] as const;

/** Takes our own tokens: HS256 with one secret, no key id, and the `typ` of RFC 9068. */
@Injectable()
export class LocalAccountsStrategy extends PassportStrategy(Strategy, 'local-accounts') implements TokenStrategy {
  readonly registeredName = registerApart(this);
  private readonly tokens: PresentedTokens;

  /** `now` gives Unix milliseconds. */
  constructor({ jwtSecret, issuer, audience, leewaySeconds }: Config['auth'], now: () => number = Date.now) {
    if (jwtSecret === undefined) throw new Error('Local accounts need JWT_SECRET.');
    const tokens = new PresentedTokens({
      header: { algorithms: ALGORITHMS, keyId: 'refused', types: null },
      claimsOf: () => ({ issuer, audience, leewaySeconds, now, isExternal: false, grants: null }),
    });
    // A key object: of a text, jsonwebtoken finds out with each token anew which kind of key it is.
    const key = createSecretKey(Buffer.from(jwtSecret)) as JwtKey;
    super({
      ...SIGNATURE_ONLY,
      algorithms: [...ALGORITHMS],
      jwtFromRequest: (request: Request) => tokens.take(request),
      secretOrKeyProvider: (_request: Request, _token: unknown, done) => done(null, key),
    });
    this.tokens = tokens;
  }

  /** What a token with a good signature says. Throws `unauthorized` when a claim is refused. */
  validate(request: Request): TokenClaims {
    return this.tokens.readClaims(request);
  }
}
