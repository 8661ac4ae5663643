import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { TokenIssuer } from '../../../src/auth/tokens/token-issuer';
import { createUser, type TestUser } from '../../support/accounts/accounts';
import { type ApiClient, type ApiResponse, client } from '../../support/requests/client';
import { eventually } from '../../support/eventually';
import { createTestApp, type TestApp } from '../../support/app/test-app';

interface Tokens {
  access_token: string;
  token_type: string;
  expires_in: number;
  refresh_token: string;
}

let app: TestApp;
let api: ApiClient;

beforeAll(async () => {
  app = await createTestApp({ env: { TRUST_PROXY: 'loopback' } });
  api = client(app);
});
afterAll(() => app.close());

async function login({ username, password }: TestUser): Promise<Tokens> {
  return (await api.post<Tokens>('/auth/login', { username, password }, { expect: 200 })).body;
}

function me(token: string): Promise<number> {
  return api
    .as(token)
    .get('/auth/me')
    .then(({ status }) => status);
}

test('a login returns valid tokens, whatever the case of the name', async () => {
  const name = `Hopper.${randomUUID()}`;
  const user = await createUser(app, { username: name });
  const tokens = await login({ ...user, username: name.toUpperCase() });
  expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 900 });
  expect(await me(tokens.access_token)).toBe(200);
});

test('the password hash is argon2id and is in no answer', async () => {
  const user = await createUser(app, { role: 'admin' });
  const [row] = await app.app
    .get(DataSource)
    .query('SELECT password_hash FROM users WHERE user_id = $1', [user.userId]);
  expect(row.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  const list = await api.as(user).get('/admin/users');
  expect(list.text).not.toContain('argon2');
});

test('a wrong name, a wrong password and a disabled account get the same answer', async () => {
  const user = await createUser(app);
  const disabled = await createUser(app, { disabled: true });
  const answers = await Promise.all([
    api.post('/auth/login', { username: user.username, password: 'wrong' }),
    api.post('/auth/login', { username: 'no-such-user', password: 'wrong' }),
    api.post('/auth/login', { username: disabled.username, password: disabled.password }),
  ]);
  for (const { status, body, headers } of answers) {
    expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    expect({ ...body, instance: '' }).toEqual({ ...answers[0].body, instance: '' });
  }
});

test('an invalid body is refused', async () => {
  for (const body of [{}, { username: 'a' }, { username: 'a', password: 7 }, { username: '', password: 'x' }]) {
    expect((await api.post('/auth/login', body)).status).toBe(400);
  }
  expect((await api.post('/auth/login', { username: 'a', password: 'b', role: 'admin' })).status).toBe(400);
  expect((await api.post('/auth/refresh', { refresh_token: 7 })).status).toBe(400);
});

/** Logs in with an address in the header of a trusted proxy. */
function attempt(name: string, password: string, address = '203.0.113.1'): Promise<ApiResponse> {
  return api.post('/auth/login', { username: name, password }, { headers: { 'x-forwarded-for': address } });
}

test('after ten failures, the right password must wait on every instance, as a wrong one must; then it is accepted', async () => {
  const user = await createUser(app);
  const other = await createTestApp({ beside: app });
  try {
    const instances = [api, client(other)];
    for (let failure = 0; failure < 10; failure += 1) {
      const answer = await instances[failure % 2]!.post('/auth/login', { username: user.username, password: 'wrong' });
      expect(answer.status).toBe(401);
    }
    await lengthenWaits();
    for (const instance of instances) {
      for (const password of [user.password, 'wrong']) {
        const early = await instance.post<{ code: string }>('/auth/login', { username: user.username, password });
        expect([early.status, early.body.code]).toEqual([429, 'rate-limited']);
        expect(Number(early.headers.get('retry-after'))).toBeGreaterThan(HOUR_SECONDS / 2);
      }
    }
  } finally {
    await other.close();
  }
  await passSeconds(HOUR_SECONDS);
  await login(user);
});

test('names without an account have the same waits', async () => {
  const name = `nobody-${randomUUID()}`;
  for (let failure = 0; failure < 10; failure += 1) expect((await attempt(name, 'x')).status).toBe(401);
  await lengthenWaits();
  expect((await attempt(name, 'x')).status).toBe(429);
});

test('the count of failures restarts after a successful login, and after 15 minutes', async () => {
  const user = await createUser(app);
  const fail = async (): Promise<number> => (await attempt(user.username, 'wrong')).status;
  for (let failure = 0; failure < 9; failure += 1) await fail();
  expect((await attempt(user.username, user.password)).status).toBe(200);
  for (let failure = 0; failure < 9; failure += 1) await fail();
  await passSeconds(15 * 60);
  for (let failure = 0; failure < 9; failure += 1) expect(await fail()).toBe(401);
  expect((await attempt(user.username, user.password)).status).toBe(200);
});

test('ten of many parallel guesses are checked, and the refusals of the others reveal nothing about the password', async () => {
  const user = await createUser(app);
  const guesses = Array.from({ length: 68 }, (_, index) => (index === 67 ? user.password : `wrong ${index}`));
  // The first ten guesses are admitted before the right password is sent.
  const first = await Promise.all(guesses.slice(0, 10).map((password) => attempt(user.username, password)));
  expect(first.map(({ status }) => status)).toEqual(Array(10).fill(401));
  await lengthenWaits();
  const answers = await Promise.all(guesses.slice(10).map((password) => attempt(user.username, password)));
  for (const { status, body } of answers) {
    expect([status, { ...body, instance: '' }]).toEqual([429, { ...answers[0]?.body, instance: '' }]);
  }
});

test('an attacker at other addresses cannot lock a user out', async () => {
  const user = await createUser(app, { role: 'admin' });
  for (let bot = 0; bot < 6; bot += 1) {
    for (let failure = 0; failure < 12; failure += 1) await attempt(user.username, 'wrong', `198.51.100.${bot}`);
  }
  expect((await attempt(user.username, user.password, '198.51.100.1')).status).toBe(429);
  const early = await attempt(user.username, user.password, '203.0.113.9');
  if (early.status !== 200) {
    const wait = Number(early.headers.get('retry-after'));
    expect(wait).toBeLessThanOrEqual(10);
    await passSeconds(wait);
    expect((await attempt(user.username, user.password, '203.0.113.9')).status).toBe(200);
  }
  // From now on, the address counts as known to the user.
  for (let bot = 10; bot < 20; bot += 1) await attempt(user.username, 'wrong', `198.51.100.${bot}`);
  expect((await attempt(user.username, user.password, '203.0.113.9')).status).toBe(200);
});

test('an address with failures for many names must wait', async () => {
  const spray = (): Promise<ApiResponse> => attempt(`sprayed-${randomUUID()}`, 'x', '192.0.2.77');
  await app.app.get(DataSource).query('DELETE FROM login_attempts');
  for (let name = 0; name < 100; name += 1) expect((await spray()).status).toBe(401);
  await lengthenWaits();
  for (let name = 0; name < 4; name += 1) expect((await spray()).status).toBe(429);
  expect((await attempt(`sprayed-${randomUUID()}`, 'x', '192.0.2.78')).status).toBe(401);
});

test('later logins remove expired counts', async () => {
  const user = await createUser(app);
  await app.app.get(DataSource).query('DELETE FROM login_attempts');
  await attempt(user.username, 'wrong', '192.0.2.90');
  await app.app.get(DataSource).query(`UPDATE login_attempts SET expires_at = now() - interval '1 second'`);
  await attempt('somebody-else', 'x', '192.0.2.91');
  const [count] = await app.app.get(DataSource).query('SELECT count(*)::int AS attempts FROM login_attempts');
  expect(count.attempts).toBe(3);
});

/** Moves the last refresh into the past by more than the second in which it can be repeated. */
const ageExchanges = (): Promise<unknown> =>
  app.app.get(DataSource).query(`UPDATE auth_sessions SET expires_at = expires_at - interval '1.1 seconds'`);

test('a refresh token gives new tokens once; a later second use ends the session', async () => {
  const user = await createUser(app);
  const first = await login(user);
  const bystander = await login(user);
  const second = (await api.post<Tokens>('/auth/refresh', { refresh_token: first.refresh_token }, { expect: 200 }))
    .body;
  expect(second.refresh_token).not.toBe(first.refresh_token);
  expect([await me(first.access_token), await me(second.access_token)]).toEqual([200, 200]);

  await ageExchanges();
  const reused = await api.post('/auth/refresh', { refresh_token: first.refresh_token });
  expect([reused.status, reused.headers.get('www-authenticate')]).toEqual([401, 'Bearer error="invalid_token"']);
  expect((await api.post('/auth/refresh', { refresh_token: second.refresh_token })).status).toBe(401);
  expect([await me(first.access_token), await me(second.access_token)]).toEqual([401, 401]);
  expect(await me(bystander.access_token)).toBe(200);
});

test('parallel refreshes with one token get the same new token; using the old token later ends the session', async () => {
  const refresh = (token: string): Promise<{ status: number; body: Tokens }> =>
    api.post<Tokens>('/auth/refresh', { refresh_token: token });
  // The requests count as parallel only within a second of the first one. A busy machine can exceed this second.
  const { refresh_token, answers } = await eventually(async () => {
    const tokens = await login(await createUser(app));
    const startedAt = performance.now();
    const all = await Promise.all(Array.from({ length: 8 }, () => refresh(tokens.refresh_token)));
    return performance.now() - startedAt < 1_000 && { refresh_token: tokens.refresh_token, answers: all };
  }, 60_000);
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
  const successors = new Set(answers.map(({ body }) => body.refresh_token));
  expect(successors.size).toBe(1);
  const [successor = ''] = successors;
  const next = await refresh(successor);
  expect([next.status, await me(next.body.access_token)]).toEqual([200, 200]);
  // After two exchanges, a request with the first token no longer counts as parallel.
  expect((await refresh(refresh_token)).status).toBe(401);
  expect((await refresh(next.body.refresh_token)).status).toBe(401);
});

test('an invalid refresh token gets 401', async () => {
  const user = await createUser(app);
  const { access_token, refresh_token } = await login(user);
  const flipped = (refresh_token.startsWith('A') ? 'B' : 'A') + refresh_token.slice(1);
  for (const token of ['x', access_token.slice(0, 64), flipped, refresh_token.slice(1)]) {
    expect((await api.post('/auth/refresh', { refresh_token: token })).status).toBe(401);
  }
  expect((await api.post('/auth/refresh', { refresh_token })).status).toBe(200);
});

test('an expired session gives no new tokens', async () => {
  const user = await createUser(app);
  const { refresh_token } = await login(user);
  await app.app.get(DataSource).query(`UPDATE auth_sessions SET expires_at = now() WHERE user_id = $1`, [user.userId]);
  expect((await api.post('/auth/refresh', { refresh_token })).status).toBe(401);
});

test('a logout ends only its session, at once', async () => {
  const user = await createUser(app);
  const [one, other] = [await login(user), await login(user)];
  await api.as(one.access_token).post('/auth/logout', undefined, { expect: 204 });
  expect(await me(one.access_token)).toBe(401);
  expect((await api.post('/auth/refresh', { refresh_token: one.refresh_token })).status).toBe(401);
  expect(await me(other.access_token)).toBe(200);
  await api.as(user).post('/auth/logout', {}, { expect: 204 });
  expect(await me(user.token)).toBe(200);
});

test('setting a new password and disabling an account end all sessions', async () => {
  const admin = await createUser(app, { role: 'admin' });
  const user = await createUser(app);
  const before = await login(user);
  const password = 'another good password';
  await api.as(admin).patch(`/admin/users/${user.userId}`, { password }, { expect: 200 });
  expect(await me(before.access_token)).toBe(401);
  expect((await api.post('/auth/login', { username: user.username, password: user.password })).status).toBe(401);
  const after = await login({ ...user, password });
  await api.as(admin).patch(`/admin/users/${user.userId}`, { disabled: true }, { expect: 200 });
  expect((await api.post('/auth/refresh', { refresh_token: after.refresh_token })).status).toBe(401);
});

test('script tokens stay invalid after a new password, and after the account was disabled and enabled again', async () => {
  const admin = await createUser(app, { role: 'admin' });
  const user = await createUser(app);
  const issuedBefore = (seconds: number): string => {
    const now = (): number => Date.now() - seconds * 1000;
    return new TokenIssuer({ ...app.config.auth, now }).issue(user.userId, null).token;
  };
  const patch = (changes: object): Promise<ApiResponse> =>
    api.as(admin).patch(`/admin/users/${user.userId}`, changes, { expect: 200 });
  const old = issuedBefore(60);
  expect(await me(old)).toBe(200);
  await patch({ password: 'another good password' });
  expect([await me(old), await me(issuedBefore(0))]).toEqual([401, 200]);
  const recent = issuedBefore(5);
  await patch({ disabled: true });
  await patch({ disabled: false });
  expect([await me(old), await me(recent), await me(issuedBefore(0))]).toEqual([401, 401, 200]);
});

test('an account keeps its newest 100 sessions', async () => {
  const user = await createUser(app);
  const oldest = await login(user);
  await app.app.get(DataSource).query(
    `INSERT INTO auth_sessions (session_id, user_id, token_hash, created_at, expires_at)
     SELECT gen_random_uuid(), $1, '', now() + interval '1 second', now() + interval '1 day'
       FROM generate_series(1, 120)`,
    [user.userId],
  );
  await login(user);
  const [count] = await app.app
    .get(DataSource)
    .query('SELECT count(*)::int AS sessions FROM auth_sessions WHERE user_id = $1', [user.userId]);
  expect(count.sessions).toBe(100);
  expect(await me(oldest.access_token)).toBe(401);
});

const HOUR_SECONDS = 3_600;

/**
 * Extends the current waits from a second to an hour, because a busy machine may need more than a second for a request.
 */
async function lengthenWaits(): Promise<void> {
  await app.app
    .get(DataSource)
    .query(`UPDATE login_attempts SET open_at = now() + interval '1 hour' WHERE failures >= 10`);
}

/** Moves all attempts into the past. */
async function passSeconds(seconds: number): Promise<void> {
  await app.app.get(DataSource).query(
    `UPDATE login_attempts SET window_ends_at = window_ends_at - make_interval(secs => $1),
                               open_at = open_at - make_interval(secs => $1),
                               turn_at = turn_at - make_interval(secs => $1)`,
    [seconds],
  );
}
