import { client } from '../requests/client';
import type { TestApp } from '../app/test-app';
import { createUser, type TestUser, type TestUserOptions } from './accounts';

/** A service account with one key. */
export interface TestService {
  readonly userId: string;
  readonly username: string;
  readonly keyId: string;
  /** The API key, which the program sends as its bearer token. */
  readonly key: string;
}

/** The answer to a request that creates a key. */
export interface CreatedKey {
  key_id: string;
  name: string;
  created_at: string;
  expires_at: string;
  last_used_at: string | null;
  key: string;
}

/** Creates a service account with one key over HTTP, as an administrator does. */
export async function createService(
  app: TestApp,
  { username = `service-${process.hrtime.bigint()}`, role, scopes, libraryIds }: TestUserOptions = {},
  admin?: TestUser,
): Promise<TestService> {
  const api = client(app).as(admin ?? (await createUser(app, { role: 'admin' })));
  const rights = { role, scopes, ...(libraryIds === undefined ? {} : { library_ids: libraryIds }) };
  const account = await api.post<{ user_id: string }>(
    '/admin/users',
    { username, service: true, ...rights },
    { expect: 201 },
  );
  const userId = account.body.user_id;
  const { body } = await api.post<CreatedKey>(`/admin/users/${userId}/keys`, { name: 'test' }, { expect: 201 });
  return { userId, username, keyId: body.key_id, key: body.key };
}
