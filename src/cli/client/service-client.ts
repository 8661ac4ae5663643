import { findJsonObject } from '../../common/json/json-object';
import { readBody } from '../../common/outbound/bounded-body';
import { CliError } from '../cli-error';
import { requireServiceUrl, requireToken, TOKEN_VARIABLE } from '../connection-options';
import { readDemoAccount } from './demo-account';
import { readLogin, storeLogin } from './stored-login';

/** The address of the service and the credentials. */
export interface ConnectionOptions {
  /** Address of the service. Default: `DEFAULT_URL` with a token or a demo, otherwise that of the stored login. */
  readonly url?: string;
  /** Access token or API key. Default: the environment variable `INTELLIGENCE_TOKEN`, or else the stored login. */
  readonly token?: string;
  /** Uses the account of a local demo. */
  readonly demo?: boolean;
}

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

export const DEFAULT_URL = 'http://127.0.0.1:3000';
const TIMEOUT_MS = 30_000;
/** Maximum size of an answer, in bytes. The service sends less; the limit protects against other servers. */
const ANSWER_MAX_BYTES = 16 * 1_048_576;

/** Sends requests to a service. Every failure of a request is a `CliError` that says what is wrong. */
export class ServiceClient {
  private constructor(
    readonly url: string,
    private readonly token: string,
  ) {}

  /** Finds the address and the credentials. Logs in for a demo, and renews a stored login. */
  static async connect({ url, token, demo }: ConnectionOptions): Promise<ServiceClient> {
    if (demo === true) {
      const { username, password } = readDemoAccount(process.cwd(), process.env);
      const address = requireServiceUrl(url ?? DEFAULT_URL);
      return new ServiceClient(address, (await logIn(address, username, password)).access_token);
    }
    const bearer = token ?? process.env[TOKEN_VARIABLE];
    if (bearer) return new ServiceClient(requireServiceUrl(url ?? DEFAULT_URL), requireToken(bearer));
    const stored = readLogin();
    if (stored === null || (url !== undefined && requireServiceUrl(url) !== stored.url)) {
      throw new CliError('There is no login for this service: run login, or give --token or --demo.');
    }
    const tokens = await send<Tokens>(stored.url, 'auth/refresh', { refresh_token: stored.refreshToken });
    storeLogin({ url: stored.url, refreshToken: tokens.refresh_token });
    return new ServiceClient(stored.url, tokens.access_token);
  }

  /** Posts a JSON body to a route below `/api/v1` and returns the JSON answer. */
  post<Answer>(route: string, body: object): Promise<Answer> {
    return send<Answer>(this.url, route, body, this.token);
  }

  /** Posts a JSON body to a route below `/api/v1` and returns the answer as Markdown. */
  postForMarkdown(route: string, body: object): Promise<string> {
    return sendForText(this.url, route, body, 'text/markdown', this.token);
  }
}

/** Logs in with a name and a password. */
export function logIn(url: string, username: string, password: string): Promise<Tokens> {
  return send<Tokens>(url, 'auth/login', { username, password });
}

async function send<Answer>(url: string, route: string, body: object, token?: string): Promise<Answer> {
  const text = await sendForText(url, route, body, 'application/json', token);
  const answer = findJsonObject(text);
  if (answer !== null) return answer as Answer;
  throw new CliError(`${url} answers, but it is not an intelligence read-model service.`);
}

async function sendForText(url: string, route: string, body: object, accept: string, token?: string): Promise<string> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(`${url}/api/v1/${route}`, {
    method: 'POST',
    headers: {
      accept: `${accept}, application/problem+json`,
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
    signal,
  }).catch(() => {
    if (signal.aborted) throw toTimeout(url);
    throw new CliError(`No service answers at ${url}: start it, or give its address with --url.`);
  });
  const text = await readBody(response, ANSWER_MAX_BYTES, signal).catch(() => null);
  if (signal.aborted) throw toTimeout(url);
  if (text === null) throw new CliError(`The answer of ${url} is not complete, or is larger than 16 MiB.`);
  if (!response.ok) throw new CliError(describeProblem(response.status, text));
  return text;
}

function toTimeout(url: string): CliError {
  return new CliError(`The answer of ${url} took longer than ${TIMEOUT_MS / 1000} s: try again later.`);
}

/** The members of a problem that the message of a `CliError` repeats. Another server may send any value. */
type ProblemBody = Partial<Record<'title' | 'detail' | 'errors', unknown>>;

function describeProblem(status: number, text: string): string {
  const problem: ProblemBody | null = findJsonObject(text);
  if (problem === null) {
    return `The address answers with status ${status}, but it is not an intelligence read-model service.`;
  }
  const errors = Array.isArray(problem.errors) ? problem.errors : [];
  const fields = errors.flatMap((each: { field?: unknown; message?: unknown } | null) =>
    typeof each?.field === 'string' && typeof each.message === 'string' ? [`${each.field} ${each.message}`] : [],
  );
  const title = findText(problem.title) ?? 'The request failed';
  const parts = [title, findText(problem.detail), ...fields].filter((part) => part !== null);
  const remedy = status === 401 ? ' Run login again, or give another --token.' : '';
  return `${status}: ${parts.map((part) => part.replace(/\.$/, '')).join('; ')}.${remedy}`;
}

function findText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
