import { DataSource } from 'typeorm';
import { createUser, type TestUser } from '../support/accounts';
import { type ApiClient, client } from '../support/client';
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
  app = await createTestApp();
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
  const user = await createUser(app, { username: 'Grace.Hopper' });
  const tokens = await login({ ...user, username: 'grace.HOPPER' });
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

test('ten failures lock the name for 15 minutes, on every instance; then it opens again', async () => {
  const user = await createUser(app);
  const other = await createTestApp({ databaseUrl: () => app.database.url, env: { JWT_SECRET: secretOf(app) } });
  try {
    const instances = [api, client(other)];
    for (let failure = 0; failure < 10; failure += 1) {
      const answer = await instances[failure % 2]!.post('/auth/login', { username: user.username, password: 'wrong' });
      expect(answer.status).toBe(401);
    }
    for (const instance of instances) {
      const { username, password } = user;
      const locked = await instance.post<{ code: string }>('/auth/login', { username, password });
      expect([locked.status, locked.body.code]).toEqual([429, 'rate-limited']);
      expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(890);
    }
  } finally {
    await other.close();
  }
  await passMinutes(15);
  await login(user);
});

test('names without an account are locked alike', async () => {
  const attempt = (): Promise<number> =>
    api.post('/auth/login', { username: 'nobody-at-all', password: 'x' }).then(({ status }) => status);
  for (let failure = 0; failure < 10; failure += 1) expect(await attempt()).toBe(401);
  expect(await attempt()).toBe(429);
});

test('failures are forgotten after a good login, and after 15 minutes', async () => {
  const user = await createUser(app);
  const fail = (): Promise<number> =>
    api.post('/auth/login', { username: user.username, password: 'wrong' }).then(({ status }) => status);
  for (let failure = 0; failure < 9; failure += 1) await fail();
  await login(user);
  for (let failure = 0; failure < 9; failure += 1) await fail();
  await passMinutes(15);
  for (let failure = 0; failure < 9; failure += 1) expect(await fail()).toBe(401);
  await login(user);
});

test('guesses made side by side gain nothing over the limit', async () => {
  const user = await createUser(app);
  const guesses = Array.from({ length: 40 }, (_, index) => (index === 39 ? user.password : `wrong ${index}`));
  const answers = await Promise.all(
    guesses.map((password) => api.post('/auth/login', { username: user.username, password })),
  );
  expect(answers.at(-1)?.status).toBe(429);
});

test('a refresh gives new tokens, once; a second use ends the session at once', async () => {
  const user = await createUser(app);
  const first = await login(user);
  const bystander = await login(user);
  const second = (await api.post<Tokens>('/auth/refresh', { refresh_token: first.refresh_token }, { expect: 200 }))
    .body;
  expect(second.refresh_token).not.toBe(first.refresh_token);
  expect([await me(first.access_token), await me(second.access_token)]).toEqual([200, 200]);

  const reused = await api.post('/auth/refresh', { refresh_token: first.refresh_token });
  expect([reused.status, reused.headers.get('www-authenticate')]).toEqual([401, 'Bearer error="invalid_token"']);
  expect((await api.post('/auth/refresh', { refresh_token: second.refresh_token })).status).toBe(401);
  expect([await me(first.access_token), await me(second.access_token)]).toEqual([401, 401]);
  expect(await me(bystander.access_token)).toBe(200);
});

test('of parallel refreshes with one token at most one is answered', async () => {
  const { refresh_token } = await login(await createUser(app));
  const answers = await Promise.all(Array.from({ length: 8 }, () => api.post('/auth/refresh', { refresh_token })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(7);
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

/** Moves all failures and locks into the past, as if time had gone by. */
async function passMinutes(minutes: number): Promise<void> {
  await app.app.get(DataSource).query(
    `UPDATE login_failures SET window_ends_at = window_ends_at - make_interval(mins => $1),
                               locked_until = locked_until - make_interval(mins => $1)`,
    [minutes],
  );
}

function secretOf({ config }: TestApp): string {
  return config.auth.jwtSecret ?? '';
}
