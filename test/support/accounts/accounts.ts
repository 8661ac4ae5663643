import { randomUUID } from 'node:crypto';
import type { Scope } from '../../../src/common/scopes';
import { TokenIssuer } from '../../../src/auth/tokens/token-issuer';
import { AccountChanges } from '../../../src/accounts/account-changes';
import type { TestApp } from '../app/test-app';

/** Options of a test account. Default: a user without scopes who may read all libraries. */
export interface TestUserOptions {
  readonly username?: string;
  readonly role?: 'admin' | 'user';
  readonly scopes?: readonly Scope[];
  readonly libraryIds?: readonly string[] | null;
  readonly disabled?: boolean;
}

/** An account with an access token. The configuration sets the lifetime of the token. */
export interface TestUser {
  readonly userId: string;
  readonly username: string;
  readonly password: string;
  readonly token: string;
}

/** Creates an account in the application's database, with a token that belongs to no login session. */
export async function createUser({ app }: Pick<TestApp, 'app'>, options: TestUserOptions = {}): Promise<TestUser> {
  const { username = `user-${randomUUID()}`, ...rights } = options;
  const password = `secret of ${username}`;
  const { user_id: userId } = await app.get(AccountChanges).create({ ...rights, username, password });
  const { token } = app.get(TokenIssuer).issue(userId, null);
  return { userId, username, password, token };
}
