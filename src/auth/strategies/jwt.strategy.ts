import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import type { KeyObject } from 'node:crypto';
import { Strategy, type StrategyOptionsWithRequest } from 'passport-jwt';
import { Problem } from '../../common/problems/problem';
import type { TokenClaims } from '../credentials';
import { type ClaimRules, parseObject, readClaims } from '../tokens/token-claims';
import { refuseToken, type TokenRefusal } from '../tokens/token-refusals';
import { type HeaderRules, readTokenParts, type TokenParts } from '../tokens/token-shape';
import { findBearerToken } from './bearer-token';
import { registerStrategy } from './register-strategy';

/**
 * What a token must satisfy. The parameter `issuer` is the `iss` of the token. `findKey` must use it only to select the
 * key, because the token may be forged.
 */
export interface TokenRules {
  readonly header: HeaderRules;
  /** Returns the key that must have signed the token, or the reason why the token is refused. */
  readonly findKey: (parts: TokenParts, issuer: unknown) => Promise<KeyObject | TokenRefusal>;
  /** Returns the rules for the claims of an issuer for which `findKey` returned a key. */
  readonly claimRulesOf: (issuer: unknown) => ClaimRules;
}

/**
 * Accepts the bearer tokens that satisfy the rules of the configured `AUTH_MODE`. passport-jwt only checks the
 * signature: it would accept the first of two `Authorization` headers, several spellings of one token, and JSON with
 * repeated members. So this class checks the form before the signature, and the claims after it.
 */
export class JwtStrategy extends PassportStrategy(Strategy, 'jwt') {
  /** Unique name, by which the guard selects this strategy. */
  readonly registeredName = registerStrategy(this);
  private readonly parts: WeakMap<Request, TokenParts>;

  constructor(private readonly rules: TokenRules) {
    const parts = new WeakMap<Request, TokenParts>();
    super({
      algorithms: [...rules.header.algorithms] as StrategyOptionsWithRequest['algorithms'],
      // `validate` checks all times, with more rules than passport-jwt.
      ignoreExpiration: true,
      jsonWebTokenOptions: { ignoreNotBefore: true },
      passReqToCallback: true,
      jwtFromRequest: (request: Request) => {
        const token = readToken(request);
        const tokenParts = readTokenParts(token, rules.header);
        if (typeof tokenParts === 'string') throw refuseToken(tokenParts);
        parts.set(request, tokenParts);
        return token;
      },
      secretOrKeyProvider: (request: Request, _token: unknown, done) => {
        // passport-jwt calls `jwtFromRequest` first, so the parts are present.
        const tokenParts = parts.get(request)!;
        const claims = parseObject(tokenParts.payload);
        if (claims === null) {
          done(refuseToken('malformed'));
          return;
        }
        rules.findKey(tokenParts, claims['iss']).then(
          // passport-jwt passes the key on to jsonwebtoken, which accepts key objects.
          (key) => (typeof key === 'string' ? done(refuseToken(key)) : done(null, key as KeyObject & Buffer)),
          (error: unknown) => done(error),
        );
      },
    });
    this.parts = parts;
  }

  /** Returns the claims of a token whose signature is valid. Throws `unauthorized` if a claim is refused. */
  validate(request: Request): TokenClaims {
    const parts = this.parts.get(request)!;
    const claims = readClaims(parts.payload, this.rules.claimRulesOf(issuerOf(parts)));
    if (typeof claims === 'string') throw refuseToken(claims);
    return claims;
  }
}

/**
 * Returns the bearer token. Throws `unauthorized` if there is none. The challenge then contains no `invalid_token`. The
 * log contains a reason only if the request has an `Authorization` header.
 */
function readToken(request: Request): string {
  if (request.headers.authorization === undefined) throw Problem.unauthorized();
  const token = findBearerToken(request);
  if (token === null) throw Problem.unauthorized(undefined, 'no-bearer-token' satisfies TokenRefusal);
  return token;
}

function issuerOf({ payload }: TokenParts): unknown {
  return parseObject(payload)?.['iss'];
}
