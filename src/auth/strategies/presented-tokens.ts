import type { Request } from 'express';
import { Problem } from '../../common/problems/problem';
import { type ClaimRules, parseObject, readClaims } from '../tokens/token-claims';
import type { TokenClaims } from '../credentials';
import type { TokenRefusal } from '../tokens/token-refusals';
import { type HeaderRules, readTokenParts, type TokenParts } from '../tokens/token-shape';
import { findBearerToken } from './bearer-token';

/** What a token must satisfy, apart from its signature. */
interface TokenRules {
  readonly header: HeaderRules;
  /** Returns the rules for the claims of an issuer. For an unknown issuer, the rules refuse every token. */
  readonly claimsOf: (issuer: unknown) => ClaimRules;
}

/**
 * Checks the bearer tokens of requests. passport-jwt only checks the signature: it would accept the first of two
 * `Authorization` headers, several spellings of one token, and JSON with repeated members. So this class checks the
 * form before passport-jwt runs, and the claims afterwards.
 */
export class PresentedTokens {
  private readonly parts = new WeakMap<Request, TokenParts>();

  constructor(private readonly rules: TokenRules) {}

  /**
   * Splits the request's token into its parts before the signature is checked, and returns the token. Throws
   * `unauthorized`; if `findBearerToken` finds a token, the challenge contains `invalid_token`.
   */
  readToken(request: Request): string {
    if (request.headers.authorization === undefined) throw Problem.unauthorized();
    const token = findBearerToken(request);
    if (token === null) throw Problem.unauthorized(undefined, 'no-bearer-token' satisfies TokenRefusal);
    const parts = readTokenParts(token, this.rules.header);
    if (typeof parts === 'string') throw refuseToken(parts);
    this.parts.set(request, parts);
    return token;
  }

  /** Returns the parts of the token that `readToken` found in the request. */
  partsOf(request: Request): TokenParts {
    const parts = this.parts.get(request);
    if (parts === undefined) throw new Error('No token was read from this request.');
    return parts;
  }

  /**
   * Returns the `iss` of the request's token. The signature is not checked yet, so use it only to select the key and
   * the rules.
   */
  issuerOf(request: Request): unknown {
    return parseObject(this.partsOf(request).payload)?.['iss'];
  }

  /** Returns the claims of a token whose signature is valid. Throws `unauthorized`. */
  readClaims(request: Request): TokenClaims {
    const claims = readClaims(this.partsOf(request).payload, this.rules.claimsOf(this.issuerOf(request)));
    if (typeof claims === 'string') throw refuseToken(claims);
    return claims;
  }
}

/** Returns the problem of a refused token. Only the log contains the reason. */
export function refuseToken(reason: TokenRefusal): Problem {
  return Problem.unauthorized('invalid_token', reason);
}
