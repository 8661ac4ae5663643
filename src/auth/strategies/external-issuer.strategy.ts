import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { Strategy } from 'passport-jwt';
import type { Config } from '../../common/config/config';
import { IssuerKeys } from '../tokens/issuer-keys';
import type { TokenClaims } from '../tokens/token-claims';
import { PresentedTokens, refuseToken } from './presented-tokens';
import { type JwtKey, registerApart, SIGNATURE_ONLY, type TokenStrategy } from './token-strategy';

const ALGORITHMS = ['RS256', 'ES256'] as const;

/** Takes the tokens of an external issuer: RS256 or ES256, by a key of its key set that the token names. */
@Injectable()
export class ExternalIssuerStrategy extends PassportStrategy(Strategy, 'external-issuer') implements TokenStrategy {
  readonly registeredName = registerApart(this);
  private readonly tokens: PresentedTokens;

  /** `now` gives Unix milliseconds. */
  constructor({ jwksUri, tokenTypes, ...auth }: Config['auth'], now: () => number = Date.now) {
    if (jwksUri === undefined) throw new Error('An external issuer needs JWKS_URI.');
    const { issuer, audience, leewaySeconds } = auth;
    const tokens = new PresentedTokens({
      ...{ issuer, audience, leewaySeconds, now, isExternal: true },
      ...{ algorithms: ALGORITHMS, keyId: 'required', types: tokenTypes },
    });
    const keys = new IssuerKeys(jwksUri);
    super({
      ...SIGNATURE_ONLY,
      algorithms: [...ALGORITHMS],
      jwtFromRequest: (request: Request) => tokens.take(request),
      secretOrKeyProvider: (request: Request, _token: unknown, done) => {
        const { keyId, algorithm } = tokens.partsOf(request);
        keys.findKey(keyId ?? '', algorithm).then(
          (key) => (typeof key === 'string' ? done(refuseToken(key)) : done(null, key as JwtKey)),
          (error: unknown) => done(error),
        );
      },
    });
    this.tokens = tokens;
  }

  /** What a token with a good signature says. Throws `unauthorized` when a claim is refused. */
  validate(request: Request): TokenClaims {
    return this.tokens.readClaims(request);
  }
}
