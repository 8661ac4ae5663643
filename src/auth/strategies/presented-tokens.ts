import type { Request } from 'express';
import { Problem } from '../../common/problems/problem';
import { type ClaimRules, readClaims, type TokenClaims } from '../tokens/token-claims';
import type { TokenRefusal } from '../tokens/token-refusals';
import { type HeaderRules, readTokenParts, type TokenParts } from '../tokens/token-shape';
import { findBearerToken } from './bearer-token';

/** What a token must be like, its signature apart. */
export type TokenRules = HeaderRules & ClaimRules;

/**
 * The bearer tokens of the requests that a strategy checks. Passport-jwt is left to check the signature. It would take
 * the first of two `Authorization` headers, accept several spellings of one token, and read JSON with repeated members;
 * so the shape is checked before it and the claims are read after it, both here.
 */
export class PresentedTokens {
  private readonly parts = new WeakMap<Request, TokenParts>();

  constructor(private readonly rules: TokenRules) {}

  /**
   * The request's token, taken apart before any signature work. Throws `unauthorized`, with `invalid_token` in the
   * challenge when a token was sent, and the reason for the log.
   */
  take(request: Request): string {
    if (request.headers.authorization === undefined) throw Problem.unauthorized();
    const token = findBearerToken(request);
    if (token === null) throw Problem.unauthorized(undefined, 'no-bearer-token' satisfies TokenRefusal);
    const parts = readTokenParts(token, this.rules);
    if (typeof parts === 'string') throw refuseToken(parts);
    this.parts.set(request, parts);
    return token;
  }

  /** The parts of the token that was taken from the request. */
  partsOf(request: Request): TokenParts {
    const parts = this.parts.get(request);
    if (parts === undefined) throw new Error('No token was taken from this request.');
    return parts;
  }

  /** What the token says whose signature held. Throws `unauthorized`. */
  readClaims(request: Request): TokenClaims {
    const claims = readClaims(this.partsOf(request).payload, this.rules);
    if (typeof claims === 'string') throw refuseToken(claims);
    return claims;
  }
}

/** The refusal of a token; the reason is for the log. */
export function refuseToken(reason: TokenRefusal): Problem {
  return Problem.unauthorized('invalid_token', reason);
}
