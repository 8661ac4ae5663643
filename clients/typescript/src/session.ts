import type { components } from './generated/api.ts';
import { ProblemError } from './problem.ts';
import type { Send } from './retries.ts';

type Tokens = components['schemas']['TokenResponse'];

/** The credentials of a client. */
export type Credentials =
  /** An access token or an API key. */
  | { readonly token: string }
  /** A local account. The client logs in at the first request, and again when its session has ended. */
  | { readonly username: string; readonly password: string }
  /** A session. Each refresh token is valid once, so `onRefresh` receives the next token to store. */
  | { readonly refreshToken: string; readonly onRefresh?: (refreshToken: string) => void };

/** The access token of a client. A refused token is renewed, unless the credentials are only that token. */
export class Session {
  private accessToken: string | null;
  private refreshToken: string | null;
  private renewal: Promise<string> | null = null;
  /** Number of times that the tokens have been renewed. */
  private renewals = 0;

  constructor(
    private readonly baseUrl: string,
    private readonly credentials: Credentials,
    private readonly send: Send,
  ) {
    this.accessToken = 'token' in credentials ? credentials.token : null;
    this.refreshToken = 'refreshToken' in credentials ? credentials.refreshToken : null;
  }

  /** Sends a request with the token. Sends it again if the service refuses the token and the token can be renewed. */
  async authorize(request: Request): Promise<Response> {
    const token = this.accessToken ?? (await this.renew());
    const { renewals } = this;
    const response = await this.send(withToken(request.clone(), token));
    if (response.status !== 401 || 'token' in this.credentials) return response;
    await response.body?.cancel();
    // Another request may have renewed the token meanwhile. The tokens are not compared, because a new token can equal
    // the old one.
    if (this.renewals === renewals) await this.renew();
    return this.send(withToken(request, this.accessToken ?? ''));
  }

  /** Gets new tokens. Concurrent requests share one renewal, because a refresh token is valid once. */
  private renew(): Promise<string> {
    this.renewal ??= this.fetchTokens()
      .then((tokens) => this.keep(tokens))
      .finally(() => (this.renewal = null));
    return this.renewal;
  }

  private keep({ access_token: accessToken, refresh_token: refreshToken }: Tokens): string {
    this.accessToken = accessToken;
    this.refreshToken = refreshToken;
    this.renewals += 1;
    if ('onRefresh' in this.credentials) this.credentials.onRefresh?.(refreshToken);
    return accessToken;
  }

  private async fetchTokens(): Promise<Tokens> {
    const { credentials, refreshToken } = this;
    const canLogIn = 'username' in credentials;
    if (refreshToken !== null) {
      try {
        return await this.post('refresh', { refresh_token: refreshToken });
      } catch (error) {
        if (!canLogIn || !(error instanceof ProblemError) || error.status !== 401) throw error;
      }
    }
    if (!canLogIn) throw new ProblemError(401, 'unauthorized', 'There is no refresh token.');
    return this.post('login', { username: credentials.username, password: credentials.password });
  }

  private async post(operation: 'login' | 'refresh', body: object): Promise<Tokens> {
    const headers = { 'content-type': 'application/json', accept: 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await this.send(new Request(`${this.baseUrl}/api/v1/auth/${operation}`, init));
    const answer = (await response.json().catch(() => null)) as unknown;
    if (!response.ok) throw ProblemError.from(response.status, answer);
    return answer as Tokens;
  }
}

function withToken(request: Request, token: string): Request {
  request.headers.set('authorization', `Bearer ${token}`);
  return request;
}
