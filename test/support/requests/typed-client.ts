import { createClient, type IntelligenceClient, type Send } from '../../../clients/typescript/src/index';
import { isPruned, type Service } from './client';
import { apiContract } from '../checks/contract';

/** The published client of a user. Like `client`, it checks every answer against the API description. */
export function typedClient(service: Service, user: { readonly token: string }): IntelligenceClient {
  return createClient({ baseUrl: service.url, credentials: { token: user.token }, fetch: sendChecked });
}

/** Sends a request and checks the answer. */
export const sendChecked: Send = async (request) => {
  const body = parse(await request.clone().text());
  const response = await fetch(request);
  const { method, url } = request;
  const { pathname, search } = new URL(url);
  const { status, headers } = response;
  const text = await response.clone().text();
  const answer = { status, headers, text, body: parse(text) };
  apiContract().check(method, pathname + search, answer, { isPruned: isPruned(pathname + search, body) });
  return response;
};

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
