import { Inject, Injectable } from '@nestjs/common';
import { findUserReference, USER_REFERENCE_KINDS, type UserReference } from '../../auth/acting/user-reference';
import { PrincipalRepository } from '../../auth/principal.repository';
import { TokenIssuer } from '../../auth/tokens/token-issuer';
import type { Config } from '../../common/config/config';
import { CONFIG } from '../../common/config/config.token';
import { findActingServiceId, type Principal } from '../../common/principal';
import { Problem } from '../../common/problems/problem';
import { ACCESS_TOKEN_TYPE, type ExchangeRequest, type ExchangeResponse } from './exchange.dto';

/** Exchanges API keys for tokens of users. */
@Injectable()
export class ExchangeService {
  constructor(
    private readonly repository: PrincipalRepository,
    private readonly tokens: TokenIssuer,
    @Inject(CONFIG) private readonly config: Pick<Config, 'auth'>,
  ) {}

  /**
   * Returns a short-lived token of the user. Requests with the token act for the user. Throws `invalid-request` unless
   * exactly one user is named, `not-found` if an external issuer issues the tokens, and `forbidden` if the caller does
   * not use its own API key or must not act for the user.
   */
  async exchange(principal: Principal, request: ExchangeRequest): Promise<ExchangeResponse> {
    const reference = toReference(request);
    if (this.config.auth.mode !== 'local') throw Problem.notFound();
    const { key } = principal;
    // A key that acts for a user, by a header or by a token that it was exchanged for, must not be exchanged.
    if (key === undefined || findActingServiceId(principal) !== null || reference === null) throw Problem.forbidden();
    const acting = await this.repository.findActing(key.keyId, reference);
    // Null if the key has become invalid since the guard accepted it. The principal is null if there is no such user,
    // or if the service account must not act for the user.
    if (acting?.principal == null) throw Problem.forbidden();
    const { userId } = acting.principal;
    const { token, expiresInSeconds } = this.tokens.issueActing(userId, key, this.config.auth.exchangedTtlSeconds);
    return {
      access_token: token,
      issued_token_type: ACCESS_TOKEN_TYPE,
      token_type: 'Bearer',
      expires_in: expiresInSeconds,
    };
  }
}

/**
 * Returns null for a value that no account can have; the request then fails as for an unknown user. Throws
 * `invalid-request` unless the request names exactly one user.
 */
function toReference(request: ExchangeRequest): UserReference | null {
  const [kind, ...otherKinds] = USER_REFERENCE_KINDS.filter((name) => request[name] !== undefined);
  if (kind === undefined || otherKinds.length > 0) {
    throw Problem.invalidField('body', 'must have exactly one of user_id, username and subject');
  }
  return findUserReference(kind, request[kind] ?? '');
}
