import { JwtService } from '@nestjs/jwt';
import { Problem } from '../../common/problems/problem';
import { TOKEN_MAX_LIFE_SECONDS } from './token-claims';
import { TOKEN_TYPE } from './token-shape';

/** What our own tokens are made with. */
export interface IssuerSettings {
  /** Undefined when an external issuer makes the tokens. */
  readonly jwtSecret: string | undefined;
  readonly issuer: string;
  readonly audience: string;
  readonly accessTtlSeconds: number;
  /** Unix time in milliseconds. */
  readonly now?: () => number;
}

/** An access token and its life. */
export interface AccessToken {
  readonly token: string;
  readonly expiresInSeconds: number;
}

/** Makes access tokens for local accounts. They say who it is and nothing of what they may do. */
export class TokenIssuer {
  private readonly jwt = new JwtService();

  constructor(private readonly settings: IssuerSettings) {}

  /**
   * A token of a login session; without a session, one for scripts, which only its end or the account's ends.
   *
   * @param ttlSeconds life, at most 24 hours; default: that of the configuration
   * @throws `not-found` when tokens come from an external issuer
   */
  issue(userId: string, sessionId: string | null, ttlSeconds?: number): AccessToken {
    const { jwtSecret, issuer, audience, accessTtlSeconds, now = Date.now } = this.settings;
    if (jwtSecret === undefined) throw Problem.notFound();
    const life = Math.min(ttlSeconds ?? accessTtlSeconds, TOKEN_MAX_LIFE_SECONDS);
    const issuedAt = Math.floor(now() / 1000);
    const claims = {
      iss: issuer,
      aud: audience,
      sub: userId,
      iat: issuedAt,
      exp: issuedAt + life,
      ...(sessionId === null ? {} : { sid: sessionId }),
    };
    const header = { alg: 'HS256', typ: TOKEN_TYPE } as const;
    return { token: this.jwt.sign(claims, { secret: jwtSecret, header }), expiresInSeconds: life };
  }
}
