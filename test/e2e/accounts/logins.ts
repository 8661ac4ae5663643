import { type TestUser } from '../../support/accounts/accounts';
import { type ApiClient } from '../../support/requests/client';

/** The answer of a login. */
export interface Tokens {
  access_token: string;
  token_type: string;
  expires_in: number;
  refresh_token: string;
}

/** Logs in with the password of the user. Throws if the status is not 200. */
export async function logIn(
  api: ApiClient,
  { username, password }: Pick<TestUser, 'username' | 'password'>,
): Promise<Tokens> {
  return (await api.post<Tokens>('/auth/login', { username, password }, { expect: 200 })).body;
}
