import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { Strategy } from 'passport-jwt';
import type { Config } from '../../common/config/config';
import { IssuerKeys } from '../tokens/issuer-keys';
import type { TokenClaims } from '../credentials';
import { PresentedTokens, refuseToken } from './presented-tokens';
import { type JwtKey, registerStrategy, SIGNATURE_ONLY, type TokenStrategy } from './token-strategy';

const ALGORITHMS = ['RS256', 'ES256'] as const;

/**
 * Accepts tokens of external issuers, signed by RS256 or ES256. A key of one issuer never verifies a token of another.
 */
@Injectable()
export class ExternalIssuerStrategy extends PassportStrategy(Strategy, 'external-issuer') implements TokenStrategy {
  readonly registeredName = registerStrategy(this);
  private readonly tokens: PresentedTokens;

  /** `now` returns the Unix time in milliseconds. */
  constructor({ externalIssuers, tokenTypes, leewaySeconds }: Config['auth'], now: () => number = Date.now) {
    const [first, ...others] = externalIssuers.map(({ issuer, audience, jwksUri, grants }) => ({
      rules: { issuer, audience, grants, leewaySeconds, now, isExternal: true },
      keys: new IssuerKeys(jwksUri ?? { issuer }),
    }));
    if (first === undefined) throw new Error('There is no external issuer.');
    // The rules of the first issuer refuse a token of an unknown issuer.
    const findIssuer = (name: unknown): typeof first => others.find(({ rules }) => rules.issuer === name) ?? first;
    const tokens = new PresentedTokens({
      header: { algorithms: ALGORITHMS, keyId: 'required', types: tokenTypes },
      claimsOf: (issuer) => findIssuer(issuer).rules,
    });
    super({
      ...SIGNATURE_ONLY,
      algorithms: [...ALGORITHMS],
      jwtFromRequest: (request: Request) => tokens.readToken(request),
      secretOrKeyProvider: (request: Request, _token: unknown, done) => {
        const { keyId, algorithm } = tokens.partsOf(request);
        findIssuer(tokens.issuerOf(request))
          .keys.findKey(keyId ?? '', algorithm)
          .then(
            (key) => (typeof key === 'string' ? done(refuseToken(key)) : done(null, key as JwtKey)),
            (error: unknown) => done(error),
          );
      },
    });
    this.tokens = tokens;
  }

  /** Returns the claims of a token whose signature is valid. Throws `unauthorized` if a claim is refused. */
  validate(request: Request): TokenClaims {
    return this.tokens.readClaims(request);
  }
}
