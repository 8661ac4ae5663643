import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { createUser } from '../../support/accounts/accounts';
import { type ApiClient, client } from '../../support/requests/client';
import { createTestApp, type TestApp } from '../../support/app/test-app';
import { logIn } from './logins';

let app: TestApp;
let api: ApiClient;

beforeAll(async () => {
  app = await createTestApp();
  api = client(app);
});
afterAll(() => app.close());

test('a login with a name in any case returns valid tokens', async () => {
  const name = `Hopper.${randomUUID()}`;
  const user = await createUser(app, { username: name });
  const tokens = await logIn(api, { ...user, username: name.toUpperCase() });
  expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 900 });
  await api.as(tokens.access_token).get('/auth/me', { expect: 200 });
});

test('the password hash is argon2id and is in no answer about the account', async () => {
  const user = await createUser(app);
  const [row] = await app.app
    .get(DataSource)
    .query('SELECT password_hash FROM users WHERE user_id = $1', [user.userId]);
  expect(row.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  const path = `/admin/users/${user.userId}`;
  const admin = api.as(await createUser(app, { role: 'admin' }));
  const answers = [
    await api.post('/auth/login', { username: user.username, password: user.password }, { expect: 200 }),
    await api.as(user).get('/auth/me', { expect: 200 }),
    await admin.get('/admin/users', { expect: 200 }),
    await admin.get(path, { expect: 200 }),
    await admin.patch(path, { password: 'another good password' }, { expect: 200 }),
    await admin.get('/admin/audit-log', { expect: 200 }),
  ];
  expect(answers.filter(({ text }) => text.includes('argon2'))).toEqual([]);
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

test('a login and a refresh with an invalid body get 400', async () => {
  for (const body of [{}, { username: 'a' }, { username: 'a', password: 7 }, { username: '', password: 'x' }]) {
    expect((await api.post('/auth/login', body)).status).toBe(400);
  }
  expect((await api.post('/auth/login', { username: 'a', password: 'b', role: 'admin' })).status).toBe(400);
  expect((await api.post('/auth/refresh', { refresh_token: 7 })).status).toBe(400);
});
