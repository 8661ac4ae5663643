import { Inject, Injectable } from '@nestjs/common';
import { TokenIssuer } from '../../auth/tokens/token-issuer';
import type { Config } from '../../common/config/config';
import { CONFIG } from '../../common/config/config.token';
import { Problem } from '../../common/problems/problem';
import { toUsernameKey } from '../../common/text/username';
import { Transactions } from '../../database/transactions';
import type { TokenResponse } from '../accounts.dto';
import { LoginStore } from './login.store';
import { Passwords } from './passwords';
import { type IssuedSession, SessionStore } from './session.store';

/** Opens, continues and ends login sessions of local accounts. */
@Injectable()
export class LoginService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly logins: LoginStore,
    private readonly sessions: SessionStore,
    private readonly passwords: Passwords,
    private readonly tokens: TokenIssuer,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Tokens for a name and password. A wrong name, a wrong password and a disabled account get the same `unauthorized`
   * after the same work; `rate-limited` while the name is locked; `not-found` when an external issuer has the accounts.
   */
  async login(username: string, password: string): Promise<TokenResponse> {
    this.requireLocalAccounts();
    const usernameKey = toUsernameKey(username);
    const target = await this.logins.find(usernameKey);
    if (target.lockedSeconds !== null) throw Problem.rateLimited(target.lockedSeconds);
    const matches = await this.passwords.matches(password, target.passwordHash);
    const { userId } = target;
    if (!matches || userId === null) {
      await this.logins.recordFailure(usernameKey);
      throw Problem.unauthorized();
    }
    return this.toTokens(await this.openSession(usernameKey, userId));
  }

  /** The next tokens of a session. A refresh token that was used before ends the session: `unauthorized`. */
  async refresh(refreshToken: string): Promise<TokenResponse> {
    this.requireLocalAccounts();
    const session = await this.sessions.rotate(refreshToken, this.config.auth.refreshTtlSeconds);
    if (session === null) throw Problem.unauthorized('invalid_token');
    return this.toTokens(session);
  }

  /** Ends the session of the caller's token; a token without a session has none to end. */
  async logout(sessionId: string | null): Promise<void> {
    if (sessionId !== null) await this.sessions.end(sessionId);
  }

  private requireLocalAccounts(): void {
    if (this.config.auth.mode !== 'local') throw Problem.notFound();
  }

  private openSession(usernameKey: string, userId: string): Promise<IssuedSession> {
    return this.transactions.run(async (manager) => {
      const lockedSeconds = await this.logins.clearFailures(manager, usernameKey);
      if (lockedSeconds !== null) throw Problem.rateLimited(lockedSeconds);
      return this.sessions.open(manager, userId, this.config.auth.refreshTtlSeconds);
    });
  }

  private toTokens({ userId, sessionId, refreshToken }: IssuedSession): TokenResponse {
    const { token, expiresInSeconds } = this.tokens.issue(userId, sessionId);
    return {
      access_token: token,
      token_type: 'Bearer',
      expires_in: expiresInSeconds,
      refresh_token: refreshToken,
    };
  }
}
