import type { KeyObject } from 'node:crypto';
import type { Request } from 'express';
import { Strategy, type VerifiedCallback } from 'passport-jwt';
import { Problem } from '../../common/problems/problem';
import { type ClaimRules, readClaims, type TokenClaims } from './token-claims';
import type { TokenRefusal } from './token-refusals';
import { type HeaderRules, readTokenParts, type TokenParts } from './token-shape';
import type { VerificationKeys } from './verification-keys';

/** How tokens are checked. */
export interface TokenRules extends HeaderRules, ClaimRules {
  readonly algorithms: readonly ('HS256' | 'RS256' | 'ES256')[];
  readonly keys: VerificationKeys;
}

/** What the strategy gets in the place of a request. */
interface PresentedToken {
  readonly token: string;
  readonly parts: TokenParts;
}

/** One run of a strategy, with the three outcomes that Passport's protocol asks for. */
interface StrategyRun {
  success: (claims: TokenClaims) => void;
  fail: (reason: unknown) => void;
  error: (reason: unknown) => void;
  authenticate: (presented: PresentedToken) => void;
}

/** What a strategy fails with when the reason is ours. */
interface RefusalInfo {
  readonly refusal: TokenRefusal;
}

const CREDENTIALS = /^Bearer +([A-Za-z0-9._-]+)$/i;

/**
 * Checks the bearer token of a request: shape and header first, then the signature by passport-jwt, then every claim.
 * It asks no database, so a bad token costs a few microseconds. The strategy is run directly: Passport's registry is
 * one for the whole process, where a second application would answer for the first.
 */
export class TokenAuthenticator {
  private readonly strategy: Strategy;

  constructor(private readonly rules: TokenRules) {
    this.strategy = this.createStrategy();
  }

  /**
   * What the request's token says. Throws `unauthorized`, with `invalid_token` in the challenge when a token was sent
   * and the reason for the log, and `upstream-failed` when the issuer's keys cannot be had.
   */
  async authenticate(request: Request): Promise<TokenClaims> {
    if (request.headers.authorization === undefined) throw Problem.unauthorized();
    const token = findBearerToken(request);
    if (token === null) throw Problem.unauthorized(undefined, 'no-bearer-token' satisfies TokenRefusal);
    const parts = readTokenParts(token, this.rules);
    const claims = typeof parts === 'string' ? parts : await this.readVerified({ token, parts });
    if (typeof claims === 'string') throw Problem.unauthorized('invalid_token', claims);
    return claims;
  }

  private readVerified(presented: PresentedToken): Promise<TokenClaims | TokenRefusal> {
    return new Promise((resolve, reject) => {
      const run = Object.create(this.strategy) as StrategyRun;
      run.success = resolve;
      run.fail = (reason) => (reason instanceof Problem ? reject(reason) : resolve(this.toRefusal(reason, presented)));
      run.error = (reason) => reject(reason instanceof Error ? reason : new Error('The token check failed.'));
      run.authenticate(presented);
    });
  }

  /** Why a strategy failed. Beside the signature, jsonwebtoken refuses nothing that our own reading of the claims takes. */
  private toRefusal(reason: unknown, { parts }: PresentedToken): TokenRefusal {
    if (!(reason instanceof Error)) return (reason as RefusalInfo).refusal;
    const claims = reason.message === 'invalid signature' ? null : readClaims(parts.payload, this.rules);
    return typeof claims === 'string' ? claims : 'bad-signature';
  }

  private createStrategy(): Strategy {
    const { issuer, audience, keys, algorithms } = this.rules;
    return new Strategy(
      {
        jwtFromRequest: (request: unknown) => (request as PresentedToken).token,
        secretOrKeyProvider: (request: PresentedToken, _token: unknown, done) => {
          const { keyId, algorithm } = request.parts;
          keys.findKey(keyId, algorithm).then(
            (key) =>
              typeof key === 'string'
                ? done({ refusal: key } satisfies RefusalInfo)
                : // The types know texts alone; the key goes through to jsonwebtoken, which takes key objects.
                  done(null, key as KeyObject & Buffer),
            (error: unknown) => done(error),
          );
        },
        algorithms: [...algorithms],
        issuer,
        audience,
        // Times are checked with the other claims, by a clock that tests can set.
        ignoreExpiration: true,
        jsonWebTokenOptions: { ignoreNotBefore: true },
        passReqToCallback: true,
      },
      (request: unknown, _payload: unknown, done: VerifiedCallback) => {
        const claims = readClaims((request as PresentedToken).parts.payload, this.rules);
        if (typeof claims === 'string') done(null, false, { refusal: claims } satisfies RefusalInfo);
        else done(null, claims);
      },
    );
  }
}

/** The token of the one Authorization header; null when there is none, two, or another scheme. */
function findBearerToken(request: Request): string | null {
  const header = request.headers.authorization;
  if (header === undefined) return null;
  // Node keeps the first of several headers, a proxy before it perhaps the last: nobody knows who is meant.
  const names = request.rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'authorization');
  if (names.length !== 1) return null;
  return CREDENTIALS.exec(header)?.[1] ?? null;
}
