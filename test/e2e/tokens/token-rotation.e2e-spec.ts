/** The rotation of `JWT_SECRET` while tokens and cursors of the old secret are in use. */
import { randomBytes } from 'node:crypto';
import { createUser, type TestUser } from '../../support/accounts/accounts';
import { client } from '../../support/requests/client';
import { createTestApp, type TestApp } from '../../support/app/test-app';
import { hmacToken } from '../../support/accounts/tokens';

const OLD = randomBytes(48).toString('base64');
const NEW = randomBytes(48).toString('base64');

/** Step 0: the instance has only the old secret. */
let before: TestApp;
/** Step 1: the instance also accepts the new secret. */
let prepared: TestApp;
/** Step 2: the instance signs with the new secret and accepts the old secret. */
let changed: TestApp;
/** Step 3: the instance has only the new secret. */
let after: TestApp;
let user: TestUser;

beforeAll(async () => {
  before = await createTestApp({ env: { JWT_SECRET: OLD } });
  prepared = await createTestApp({ peerOf: before, env: { JWT_SECRET: OLD, JWT_SECRETS_ACCEPTED: NEW } });
  changed = await createTestApp({ peerOf: before, env: { JWT_SECRET: NEW, JWT_SECRETS_ACCEPTED: OLD } });
  after = await createTestApp({ peerOf: before, env: { JWT_SECRET: NEW } });
  user = await createUser(before, { role: 'admin' });
});
afterAll(async () => {
  for (const app of [after, changed, prepared, before]) await app.close();
});

const readStatuses = (token: string): Promise<number[]> =>
  Promise.all(
    [before, prepared, changed, after].map(async (app) => (await client(app).as(token).get('/auth/me')).status),
  );

async function login(app: TestApp): Promise<{ access_token: string; refresh_token: string }> {
  const { username, password } = user;
  return (
    await client(app).post<{ access_token: string; refresh_token: string }>(
      '/auth/login',
      { username, password },
      { expect: 200 },
    )
  ).body;
}

test('tokens are accepted only by the instances that have the secret of the token', async () => {
  expect(await readStatuses((await login(before)).access_token)).toEqual([200, 200, 200, 401]);
  expect(await readStatuses((await login(changed)).access_token)).toEqual([401, 200, 200, 200]);
});

test('a session continues through all steps of a rotation of the secret', async () => {
  let { refresh_token } = await login(before);
  for (const app of [prepared, changed, after]) {
    const { body } = await client(app).post<{ refresh_token: string; access_token: string }>(
      '/auth/refresh',
      { refresh_token },
      { expect: 200 },
    );
    ({ refresh_token } = body);
    expect((await client(app).as(body.access_token).get('/auth/me')).status).toBe(200);
  }
});

test('two uses of a refresh token at instances with different secrets get the same new token', async () => {
  for (const [first, second] of [
    [prepared, changed],
    [changed, prepared],
  ] as const) {
    const { refresh_token } = await login(before);
    const refresh = async (app: TestApp): Promise<unknown> =>
      (await client(app).post('/auth/refresh', { refresh_token }, { expect: 200 })).body;
    const next = await refresh(first);
    expect(await refresh(second)).toMatchObject({ refresh_token: (next as { refresh_token: string }).refresh_token });
  }
});

test('cursors that depend on the old secret are valid while the old secret is accepted', async () => {
  await createUser(before);
  const first = await client(before)
    .as(user)
    .get<{ page: { next_cursor: string } }>('/admin/users?limit=1', { expect: 200 });
  const next = `/admin/users?limit=1&cursor=${first.body.page.next_cursor}`;
  expect((await client(changed).as(user).get(next)).status).toBe(200);
  const { access_token } = await login(after);
  expect((await client(after).as(access_token).get(next)).status).toBe(400);
});

test('a token of an earlier release without a key id is accepted only with the current secret', async () => {
  const [, payload = ''] = user.token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
  const token = hmacToken({ alg: 'HS256', typ: 'at+jwt' }, JSON.stringify(claims), OLD);
  expect(await readStatuses(token)).toEqual([200, 200, 401, 401]);
});

test('a token with the key id of the old secret gets 401 if the new secret signed it', async () => {
  const [head = '', payload = ''] = user.token.split('.');
  const header = JSON.parse(Buffer.from(head, 'base64url').toString()) as Record<string, unknown>;
  const claims = Buffer.from(payload, 'base64url').toString();
  expect(header['kid']).toMatch(/^[\w-]{16}$/);
  expect(await readStatuses(hmacToken(header, claims, NEW))).toEqual([401, 401, 401, 401]);
});
