import { Inject, Injectable } from '@nestjs/common';
import { TokenIssuer } from '../../auth/tokens/token-issuer';
import type { Config } from '../../common/config/config';
import { CONFIG } from '../../common/config/config.token';
import { SecurityLog } from '../../common/logging/security-log';
import { Problem } from '../../common/problems/problem';
import { toUsernameKey } from '../../common/text/username';
import { Transactions } from '../../database/transactions';
import type { TokenResponse } from '../accounts.dto';
import { LoginStore } from './login.store';
import type { LoginAttempt } from './login-attempt-rows';
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
    private readonly log: SecurityLog,
  ) {}

  /**
   * Returns tokens for a name and password. Throws `unauthorized` for a wrong name, a wrong password and a disabled
   * account, in each case after the same work. Throws `rate-limited` if the attempt comes too early, whatever the
   * password, and `not-found` if an external issuer manages the accounts.
   *
   * @param addressKey the key by which the request limits count the caller's address
   */
  async login(username: string, password: string, addressKey: string): Promise<TokenResponse> {
    this.requireLocalAccounts();
    const attempt = { usernameKey: toUsernameKey(username), addressKey };
    const targetOrWaitSeconds = await this.logins.begin(attempt);
    if (typeof targetOrWaitSeconds === 'number') {
      this.log.record({ event: 'login', outcome: 'refused', target: null });
      throw Problem.loginDelayed(targetOrWaitSeconds);
    }
    const { userId, passwordHash, countedAt } = targetOrWaitSeconds;
    const matches = await this.passwords.matches(password, passwordHash).catch(async (error: unknown) => {
      // The password was not checked, so the attempt does not count.
      await this.logins.cancel(attempt, countedAt);
      throw error;
    });
    await this.logins.deleteExpired();
    const isRight = matches && userId !== null && passwordHash !== null;
    const session = isRight ? await this.openSession(attempt, { userId, passwordHash }) : null;
    if (session === null) {
      this.log.record({ event: 'login', outcome: 'failure', target: userId });
      throw Problem.unauthorized();
    }
    this.log.record({ event: 'login', outcome: 'success', target: userId });
    return this.toTokens(session);
  }

  /**
   * Returns the next tokens for the current refresh token of an unexpired session or, for a second after an exchange,
   * for the previous one. Otherwise throws `unauthorized`. Any other token of the session also ends it.
   */
  async refresh(refreshToken: string): Promise<TokenResponse> {
    this.requireLocalAccounts();
    const session = await this.sessions.rotate(refreshToken, this.config.auth.refreshTtlSeconds);
    if (session === null) {
      this.log.record({ event: 'refresh', outcome: 'failure', target: null });
      throw Problem.unauthorized('invalid_token');
    }
    return this.toTokens(session);
  }

  /** Ends the session of the caller's token, if the token has one. */
  async logout(sessionId: string | null): Promise<void> {
    if (sessionId === null) return;
    await this.sessions.end(sessionId);
    this.log.record({ event: 'logout', outcome: 'success', target: null });
  }

  private requireLocalAccounts(): void {
    if (this.config.auth.mode !== 'local') throw Problem.notFound();
  }

  /** Returns null if the account was disabled or deleted, or got another password, since its password was read. */
  private openSession(
    attempt: LoginAttempt,
    account: { readonly userId: string; readonly passwordHash: string },
  ): Promise<IssuedSession | null> {
    return this.transactions.run(async (manager) => {
      if (!(await this.logins.succeed(manager, attempt, account))) return null;
      return this.sessions.open(manager, account.userId, this.config.auth.refreshTtlSeconds);
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
