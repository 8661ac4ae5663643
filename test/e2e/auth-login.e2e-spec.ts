import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { TokenIssuer } from '../../src/auth/tokens/token-issuer';
import { createUser, type TestUser } from '../support/accounts';
import { type ApiClient, type ApiResponse, client } from '../support/client';
import { eventually } from '../support/eventually';
import { createTestApp, type TestApp } from '../support/test-app';

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

test('a login gives tokens that work, whatever the case of the name', async () => {
  const name = `Hopper.${randomUUID()}`;
  const user = await createUser(app, { username: name });
  const tokens = await login({ ...user, username: name.toUpperCase() });
  expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 900 });
  expect(await me(tokens.access_token)).toBe(200);
});

test('the hash is argon2id and leaves in no answer', async () => {
  const user = await createUser(app, { role: 'admin' });
  const [row] = await app.app
    .get(DataSource)
    .query('SELECT password_hash FROM users WHERE user_id = $1', [user.userId]);
  expect(row.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  const list = await api.as(user).get('/admin/users');
  expect(list.text).not.toContain('argon2');
});

test('wrong name, wrong password and disabled account answer alike', async () => {
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

test('the body is checked', async () => {
  for (const body of [{}, { username: 'a' }, { username: 'a', password: 7 }, { username: '', password: 'x' }]) {
    expect((await api.post('/auth/login', body)).status).toBe(400);
  }
  expect((await api.post('/auth/login', { username: 'a', password: 'b', role: 'admin' })).status).toBe(400);
  expect((await api.post('/auth/refresh', { refresh_token: 7 })).status).toBe(400);
});

/** Logs in from an address that a proxy names. */
function attempt(name: string, password: string, address = '203.0.113.1'): Promise<ApiResponse> {
  return api.post('/auth/login', { username: name, password }, { headers: { 'x-forwarded-for': address } });
}

test('after ten failures, the right password waits like a wrong one, on every instance; then it is good again', async () => {
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

test('names without an account wait alike', async () => {
  const name = `nobody-${randomUUID()}`;
  for (let failure = 0; failure < 10; failure += 1) expect((await attempt(name, 'x')).status).toBe(401);
  await lengthenWaits();
  expect((await attempt(name, 'x')).status).toBe(429);
});

test('failures are forgotten after a good login, and after 15 minutes', async () => {
  const user = await createUser(app);
  const fail = async (): Promise<number> => (await attempt(user.username, 'wrong')).status;
  for (let failure = 0; failure < 9; failure += 1) await fail();
  expect((await attempt(user.username, user.password)).status).toBe(200);
  for (let failure = 0; failure < 9; failure += 1) await fail();
  await passSeconds(15 * 60);
  for (let failure = 0; failure < 9; failure += 1) expect(await fail()).toBe(401);
  expect((await attempt(user.username, user.password)).status).toBe(200);
});

test('of guesses made side by side ten are checked, and the others tell nothing about the password', async () => {
  const user = await createUser(app);
  const guesses = Array.from({ length: 68 }, (_, index) => (index === 67 ? user.password : `wrong ${index}`));
  // The first ten are let in before the right one is sent.
  const first = await Promise.all(guesses.slice(0, 10).map((password) => attempt(user.username, password)));
  expect(first.map(({ status }) => status)).toEqual(Array(10).fill(401));
  await lengthenWaits();
  const answers = await Promise.all(guesses.slice(10).map((password) => attempt(user.username, password)));
  for (const { status, body } of answers) {
    expect([status, { ...body, instance: '' }]).toEqual([429, { ...answers[0]?.body, instance: '' }]);
  }
});

test('an attacker at other addresses does not keep a user out', async () => {
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
  // The address is known from now on.
  for (let bot = 10; bot < 20; bot += 1) await attempt(user.username, 'wrong', `198.51.100.${bot}`);
  expect((await attempt(user.username, user.password, '203.0.113.9')).status).toBe(200);
});

test('an address that fails with many names is slowed down', async () => {
  const spray = (): Promise<ApiResponse> => attempt(`sprayed-${randomUUID()}`, 'x', '192.0.2.77');
  await app.app.get(DataSource).query('DELETE FROM login_attempts');
  for (let name = 0; name < 100; name += 1) expect((await spray()).status).toBe(401);
  await lengthenWaits();
  for (let name = 0; name < 4; name += 1) expect((await spray()).status).toBe(429);
  expect((await attempt(`sprayed-${randomUUID()}`, 'x', '192.0.2.78')).status).toBe(401);
});

test('counts that say nothing any more are removed by later logins', async () => {
  const user = await createUser(app);
  await app.app.get(DataSource).query('DELETE FROM login_attempts');
  await attempt(user.username, 'wrong', '192.0.2.90');
  await app.app.get(DataSource).query(`UPDATE login_attempts SET expires_at = now() - interval '1 second'`);
  await attempt('somebody-else', 'x', '192.0.2.91');
  const [count] = await app.app.get(DataSource).query('SELECT count(*)::int AS attempts FROM login_attempts');
  expect(count.attempts).toBe(3);
});

/** Makes the last exchange of refresh tokens older than the second in which it can be repeated. */
const ageExchanges = (): Promise<unknown> =>
  app.app.get(DataSource).query(`UPDATE auth_sessions SET expires_at = expires_at - interval '1.1 seconds'`);

test('a refresh gives new tokens, once; a later second use ends the session at once', async () => {
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

test('parallel refreshes with one token get the same successor, which works; the token itself ends the session later', async () => {
  const refresh = (token: string): Promise<{ status: number; body: Tokens }> =>
    api.post<Tokens>('/auth/refresh', { refresh_token: token });
  // Only within a second of the first they count as parallel, which a busy machine can exceed.
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
  // Two exchanges later, the first token is no parallel request any more.
  expect((await refresh(refresh_token)).status).toBe(401);
  expect((await refresh(next.body.refresh_token)).status).toBe(401);
});

test('refresh tokens that are none are 401', async () => {
  const user = await createUser(app);
  const { access_token, refresh_token } = await login(user);
  const flipped = (refresh_token.startsWith('A') ? 'B' : 'A') + refresh_token.slice(1);
  for (const token of ['x', access_token.slice(0, 64), flipped, refresh_token.slice(1)]) {
    expect((await api.post('/auth/refresh', { refresh_token: token })).status).toBe(401);
  }
  expect((await api.post('/auth/refresh', { refresh_token })).status).toBe(200);
});

test('an expired session is over', async () => {
  const user = await createUser(app);
  const { refresh_token } = await login(user);
  await app.app.get(DataSource).query(`UPDATE auth_sessions SET expires_at = now() WHERE user_id = $1`, [user.userId]);
  expect((await api.post('/auth/refresh', { refresh_token })).status).toBe(401);
});

test('a logout ends its own session at once', async () => {
  const user = await createUser(app);
  const [one, other] = [await login(user), await login(user)];
  await api.as(one.access_token).post('/auth/logout', undefined, { expect: 204 });
  expect(await me(one.access_token)).toBe(401);
  expect((await api.post('/auth/refresh', { refresh_token: one.refresh_token })).status).toBe(401);
  expect(await me(other.access_token)).toBe(200);
  await api.as(user).post('/auth/logout', {}, { expect: 204 });
  expect(await me(user.token)).toBe(200);
});

test('a new password and a disabling end all sessions', async () => {
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

test('a new password and a disabling end script tokens, also after the account is enabled again', async () => {
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

test('an account keeps its newest hundred sessions', async () => {
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

/** Makes the present waits an hour long: they last a second, in which a busy machine may not send the next request. */
async function lengthenWaits(): Promise<void> {
  await app.app
    .get(DataSource)
    .query(`UPDATE login_attempts SET open_at = now() + interval '1 hour' WHERE failures >= 10`);
}

/** Moves all attempts into the past, as if time had gone by. */
async function passSeconds(seconds: number): Promise<void> {
  await app.app.get(DataSource).query(
    `UPDATE login_attempts SET window_ends_at = window_ends_at - make_interval(secs => $1),
                               open_at = open_at - make_interval(secs => $1),
                               turn_at = turn_at - make_interval(secs => $1)`,
    [seconds],
  );
}
