import { JwtService } from '@nestjs/jwt';
import type { Config } from '../../common/config/config';
import type { PrincipalKey } from '../../common/principal';
import { Problem } from '../../common/problems/problem';
import { keyIdOf } from './key-id';
import { TOKEN_MAX_LIFETIME_SECONDS } from './token-claims';
import { TOKEN_TYPE } from './token-shape';

interface AccessToken {
  readonly token: string;
  readonly expiresInSeconds: number;
}

/** Issues access tokens for local accounts. A token identifies the account and contains no permissions. */
export class TokenIssuer {
  private readonly jwt = new JwtService();

  /** `now` returns the Unix time in milliseconds. */
  constructor(
    private readonly settings: Pick<Config['auth'], 'jwtSecret' | 'issuer' | 'audience' | 'accessTtlSeconds'>,
    private readonly now: () => number = Date.now,
  ) {}

  /**
   * Issues the token of a user for a service account that acts for the user (RFC 8693). The token becomes invalid
   * before its expiry if the API key expires or is revoked, if the user's tokens are revoked, if either account is
   * disabled or deleted, or if the service account may no longer act for the user.
   *
   * @param ttlSeconds lifetime in seconds, shortened to 24 hours if it is longer
   * @throws `not-found` if there is no `JWT_SECRET`, which only local accounts need
   */
  issueActing(userId: string, { serviceId, keyId }: PrincipalKey, ttlSeconds: number): AccessToken {
    return this.sign(userId, { act: { sub: serviceId, key_id: keyId } }, ttlSeconds);
  }

  /**
   * Issues an access token of a login session. A token without a session is for scripts: it is valid until it expires,
   * until the user's tokens are revoked, or until the account is disabled or deleted.
   *
   * @param ttlSeconds lifetime in seconds, shortened as in `issueActing`; default: `accessTtlSeconds`
   * @throws `not-found` if there is no `JWT_SECRET`, which only local accounts need
   */
  issue(userId: string, sessionId: string | null, ttlSeconds = this.settings.accessTtlSeconds): AccessToken {
    return this.sign(userId, sessionId === null ? {} : { sid: sessionId }, ttlSeconds);
  }

  private sign(userId: string, claimsToAdd: object, ttlSeconds: number): AccessToken {
    const { jwtSecret, issuer, audience } = this.settings;
    if (jwtSecret === undefined) throw Problem.notFound();
    const lifetimeSeconds = Math.min(ttlSeconds, TOKEN_MAX_LIFETIME_SECONDS);
    const issuedAt = Math.floor(this.now() / 1000);
    const claims = {
      iss: issuer,
      aud: audience,
      sub: userId,
      iat: issuedAt,
      exp: issuedAt + lifetimeSeconds,
      ...claimsToAdd,
    };
    const header = { alg: 'HS256', typ: TOKEN_TYPE, kid: keyIdOf(jwtSecret) } as const;
    return { token: this.jwt.sign(claims, { secret: jwtSecret, header }), expiresInSeconds: lifetimeSeconds };
  }
}
