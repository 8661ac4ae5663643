/** Requests of the administrator of a server. */
import { eventually } from '../support/eventually';
import type { Send } from './registers';

const LOGIN_MAX_MS = 60_000;

/** Settings of a server for its first administrator. */
export const FIRST_ADMIN = { ADMIN_USERNAME: 'fault-admin', ADMIN_PASSWORD: 'correct horse battery' };

/**
 * Returns a function that sends requests to the server at a URL, and aborts each request after `patienceMs`
 * milliseconds. An empty text as body means a request without a body.
 */
export function senderOf(url: string, token: string, patienceMs: number): Send {
  return async (method, path, body) => {
    const type = typeof body === 'string' ? 'application/x-ndjson' : 'application/json';
    try {
      const answer = await fetch(`${url}/api/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': type },
        ...(body === '' ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        signal: AbortSignal.timeout(patienceMs),
      });
      return { status: answer.status, body: await answer.json() };
    } catch {
      return null;
    }
  };
}

/**
 * Logs in the first administrator, and returns the token. Repeats a login that fails, because on a busy machine a login
 * may exceed its time budget.
 */
export async function logIn(url: string): Promise<string> {
  const { ADMIN_USERNAME: username, ADMIN_PASSWORD: password } = FIRST_ADMIN;
  const { access_token } = await eventually(async () => {
    const answer = await fetch(`${url}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password }),
    });
    return answer.status === 200 && ((await answer.json()) as { access_token: string });
  }, LOGIN_MAX_MS);
  return access_token;
}
