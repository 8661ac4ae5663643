import { randomBytes, randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { TokenIssuer } from '../../../src/auth/tokens/token-issuer';
import { Passwords } from '../../../src/accounts/sessions/passwords';
import { createUser } from '../../support/accounts/accounts';
import { type ApiClient, type ApiResponse, client } from '../../support/requests/client';
import { eventually } from '../../support/eventually';
import { createTestApp, type TestApp } from '../../support/app/test-app';
import { logIn, type Tokens } from './logins';

let app: TestApp;
let api: ApiClient;

beforeAll(async () => {
  app = await createTestApp();
  api = client(app);
});
afterAll(() => app.close());

/** Returns the status of a request with an access token. */
function statusWith(token: string): Promise<number> {
  return api
    .as(token)
    .get('/auth/me')
    .then(({ status }) => status);
}

function decodeClaims(token: string): { sid: string } {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sid: string };
}

/**
 * Changes every session as if 1.1 seconds had passed, by moving its times back. Two uses of a refresh token count as
 * parallel only within one second.
 */
const ageSessions = (): Promise<unknown> =>
  app.app.get(DataSource).query(
    `UPDATE auth_sessions SET expires_at = expires_at - interval '1.1 seconds',
                                exchanged_at = exchanged_at - interval '1.1 seconds'`,
  );

test('a refresh token gives new tokens once, and a second use after one second ends the session', async () => {
  const user = await createUser(app);
  const first = await logIn(api, user);
  const bystander = await logIn(api, user);
  const second = (await api.post<Tokens>('/auth/refresh', { refresh_token: first.refresh_token }, { expect: 200 }))
    .body;
  expect(second.refresh_token).not.toBe(first.refresh_token);
  expect([await statusWith(first.access_token), await statusWith(second.access_token)]).toEqual([200, 200]);

  await ageSessions();
  const reused = await api.post('/auth/refresh', { refresh_token: first.refresh_token });
  expect([reused.status, reused.headers.get('www-authenticate')]).toEqual([401, 'Bearer error="invalid_token"']);
  expect((await api.post('/auth/refresh', { refresh_token: second.refresh_token })).status).toBe(401);
  expect([await statusWith(first.access_token), await statusWith(second.access_token)]).toEqual([401, 401]);
  expect(await statusWith(bystander.access_token)).toBe(200);
});

test('a second use of a refresh token ends the session, even after REFRESH_TTL_SECONDS was lowered', async () => {
  const lowered = await createTestApp({ peerOf: app, env: { REFRESH_TTL_SECONDS: '3600' } });
  try {
    const { refresh_token } = await logIn(api, await createUser(app));
    const second = await api.post<Tokens>('/auth/refresh', { refresh_token }, { expect: 200 });
    await ageSessions();
    await client(lowered).post('/auth/refresh', { refresh_token }, { expect: 401 });
    expect(await statusWith(second.body.access_token)).toBe(401);
  } finally {
    await lowered.close();
  }
});

test('parallel refreshes with a token get one new token, and a later use of the old one ends the session', async () => {
  const refresh = (token: string): Promise<{ status: number; body: Tokens }> =>
    api.post<Tokens>('/auth/refresh', { refresh_token: token });
  // Requests count as parallel within one second. A busy machine can need longer, so the test repeats them until they
  // were fast enough.
  const { refresh_token, answers } = await eventually(async () => {
    const tokens = await logIn(api, await createUser(app));
    const startedAt = performance.now();
    const responses = await Promise.all(Array.from({ length: 8 }, () => refresh(tokens.refresh_token)));
    return performance.now() - startedAt < 1_000 && { refresh_token: tokens.refresh_token, answers: responses };
  }, 60_000);
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
  const successors = new Set(answers.map(({ body }) => body.refresh_token));
  expect(successors.size).toBe(1);
  const [successor = ''] = successors;
  const next = await refresh(successor);
  expect([next.status, await statusWith(next.body.access_token)]).toEqual([200, 200]);
  // The new token was refreshed too, so a request with the first token no longer counts as parallel.
  expect((await refresh(refresh_token)).status).toBe(401);
  expect((await refresh(next.body.refresh_token)).status).toBe(401);
});

test('an invalid refresh token gets 401', async () => {
  const user = await createUser(app);
  const { access_token, refresh_token } = await logIn(api, user);
  const altered = (refresh_token.startsWith('A') ? 'B' : 'A') + refresh_token.slice(1);
  for (const token of ['x', access_token.slice(0, 64), altered, refresh_token.slice(1)]) {
    expect((await api.post('/auth/refresh', { refresh_token: token })).status).toBe(401);
  }
  expect((await api.post('/auth/refresh', { refresh_token })).status).toBe(200);
});

test('a forged refresh token with the session id of an access token does not end the session', async () => {
  const { access_token, refresh_token } = await logIn(api, await createUser(app));
  const { sid } = decodeClaims(access_token);
  // A refresh token consists of the session id (16 bytes) and secrets (32 bytes).
  const forged = Buffer.concat([Buffer.from(sid.replaceAll('-', ''), 'hex'), randomBytes(32)]).toString('base64url');
  expect(forged.slice(0, 20)).toBe(refresh_token.slice(0, 20));
  await api.post('/auth/refresh', { refresh_token: forged }, { expect: 401 });
  expect(await statusWith(access_token)).toBe(200);
  await api.post('/auth/refresh', { refresh_token }, { expect: 200 });
});

test('a second use of a refresh token ends a session that an earlier release opened', async () => {
  const user = await createUser(app);
  // Earlier releases used random session ids. Now the id is a hash of a secret in the token.
  const sessionId = randomUUID();
  const bytes = Buffer.concat([Buffer.from(sessionId.replaceAll('-', ''), 'hex'), randomBytes(32)]);
  await app.app.get(DataSource).query(
    `INSERT INTO auth_sessions (session_id, user_id, token_hash, expires_at)
     VALUES ($1, $2, sha256($3), now() + interval '1 day')`,
    [sessionId, user.userId, bytes],
  );
  const refresh_token = bytes.toString('base64url');
  const second = await api.post<Tokens>('/auth/refresh', { refresh_token }, { expect: 200 });
  await ageSessions();
  await api.post('/auth/refresh', { refresh_token }, { expect: 401 });
  expect(await statusWith(second.body.access_token)).toBe(401);
});

test('an expired session gives no new tokens', async () => {
  const user = await createUser(app);
  const { refresh_token } = await logIn(api, user);
  await app.app.get(DataSource).query(`UPDATE auth_sessions SET expires_at = now() WHERE user_id = $1`, [user.userId]);
  expect((await api.post('/auth/refresh', { refresh_token })).status).toBe(401);
});

test('a logout ends only its session, at once', async () => {
  const user = await createUser(app);
  const [one, other] = [await logIn(api, user), await logIn(api, user)];
  await api.as(one.access_token).post('/auth/logout', undefined, { expect: 204 });
  expect(await statusWith(one.access_token)).toBe(401);
  expect((await api.post('/auth/refresh', { refresh_token: one.refresh_token })).status).toBe(401);
  expect(await statusWith(other.access_token)).toBe(200);
  // The token of `createUser` belongs to no session.
  await api.as(user).post('/auth/logout', {}, { expect: 204 });
  expect(await statusWith(user.token)).toBe(200);
});

test.each([
  ['a new password', { password: 'another good password' }],
  ['disabling the account', { disabled: true }],
])('%s ends all sessions of the account and no other sessions', async (_, changes) => {
  const admin = await createUser(app, { role: 'admin' });
  const [user, other] = [await createUser(app), await createUser(app)];
  const sessions = [await logIn(api, user), await logIn(api, user)];
  const otherSession = await logIn(api, other);
  await api.as(admin).patch(`/admin/users/${user.userId}`, changes, { expect: 200 });
  for (const { access_token, refresh_token } of sessions) {
    expect(await statusWith(access_token)).toBe(401);
    expect((await api.post('/auth/refresh', { refresh_token })).status).toBe(401);
  }
  await api.post('/auth/login', { username: user.username, password: user.password }, { expect: 401 });
  expect(await statusWith(otherSession.access_token)).toBe(200);
});

test('an account can log in with its new password', async () => {
  const admin = await createUser(app, { role: 'admin' });
  const user = await createUser(app);
  const password = 'another good password';
  await api.as(admin).patch(`/admin/users/${user.userId}`, { password }, { expect: 200 });
  expect(await statusWith((await logIn(api, { ...user, password })).access_token)).toBe(200);
});

test.each([
  ['a new password', { password: 'another good password' }],
  ['disabling the account', { disabled: true }],
])('%s during a login makes the login fail', async (_, changes) => {
  const admin = await createUser(app, { role: 'admin' });
  const user = await createUser(app);
  const passwords = app.app.get(Passwords);
  const matches = passwords.matches.bind(passwords);
  // Changes the account after its password was checked and before the session is opened.
  jest.spyOn(passwords, 'matches').mockImplementationOnce(async (password, hash) => {
    const result = await matches(password, hash);
    await api.as(admin).patch(`/admin/users/${user.userId}`, changes, { expect: 200 });
    return result;
  });
  await api.post('/auth/login', { username: user.username, password: user.password }, { expect: 401 });
  const sessions = 'SELECT FROM auth_sessions WHERE user_id = $1';
  expect(await app.app.get(DataSource).query(sessions, [user.userId])).toEqual([]);
});

test('a new password and disabling the account also end tokens that belong to no session', async () => {
  const admin = await createUser(app, { role: 'admin' });
  const user = await createUser(app);
  const tokenIssuedAgo = (seconds: number): string => {
    const now = (): number => Date.now() - seconds * 1000;
    return new TokenIssuer(app.config.auth, now).issue(user.userId, null).token;
  };
  const patch = (changes: object): Promise<ApiResponse> =>
    api.as(admin).patch(`/admin/users/${user.userId}`, changes, { expect: 200 });
  const old = tokenIssuedAgo(60);
  expect(await statusWith(old)).toBe(200);
  await patch({ password: 'another good password' });
  expect([await statusWith(old), await statusWith(tokenIssuedAgo(0))]).toEqual([401, 200]);
  // Pretends that the password changed a minute ago, so that a token can be issued before the account is disabled.
  await app.app
    .get(DataSource)
    .query(`UPDATE users SET tokens_valid_from = tokens_valid_from - interval '1 minute' WHERE user_id = $1`, [
      user.userId,
    ]);
  const recent = tokenIssuedAgo(5);
  expect(await statusWith(recent)).toBe(200);
  await patch({ disabled: true });
  // Old tokens stay invalid when the account is enabled again.
  await patch({ disabled: false });
  expect([await statusWith(recent), await statusWith(tokenIssuedAgo(0))]).toEqual([401, 200]);
});

test('an account keeps its newest 100 sessions', async () => {
  const user = await createUser(app);
  const oldest = await logIn(api, user);
  await app.app.get(DataSource).query(
    `INSERT INTO auth_sessions (session_id, user_id, token_hash, expires_at)
     SELECT gen_random_uuid(), $1, '', now() + interval '1 day'
       FROM generate_series(1, 120)`,
    [user.userId],
  );
  const newest = await logIn(api, user);
  const [count] = await app.app
    .get(DataSource)
    .query('SELECT count(*)::int AS sessions FROM auth_sessions WHERE user_id = $1', [user.userId]);
  expect(count.sessions).toBe(100);
  expect([await statusWith(oldest.access_token), await statusWith(newest.access_token)]).toEqual([401, 200]);
});

test('expired sessions do not count towards the 100 sessions of an account', async () => {
  const user = await createUser(app);
  const live = await logIn(api, user);
  await app.app.get(DataSource).query(
    `INSERT INTO auth_sessions (session_id, user_id, token_hash, expires_at)
     SELECT gen_random_uuid(), $1, '', now() - interval '1 second'
       FROM generate_series(1, 120)`,
    [user.userId],
  );
  const next = await logIn(api, user);
  expect([await statusWith(live.access_token), await statusWith(next.access_token)]).toEqual([200, 200]);
});
