import { DataSource } from 'typeorm';
import { AccountChanges } from '../../../src/accounts/account-changes';
import { FirstAdmin } from '../../../src/accounts/first-admin';
import { Passwords } from '../../../src/accounts/sessions/passwords';
import { UserRepository } from '../../../src/accounts/user.repository';
import { TokenIssuer } from '../../../src/auth/tokens/token-issuer';
import type { BootstrapAdmin } from '../../../src/common/config/access.config';
import { OperatorError } from '../../../src/common/problems/operator-error';
import { USERNAME_RULE } from '../../../src/common/text/username';
import { createUser, type TestUser } from '../../support/accounts/accounts';
import { type ApiClient, client } from '../../support/requests/client';
import { createTestApp, type TestApp } from '../../support/app/test-app';
import { watchedLogger } from '../../support/app/watched-logger';

interface User {
  user_id: string;
  username: string;
  role: string;
  scopes: string[];
  library_ids: string[] | null;
  disabled: boolean;
}

const LIBRARY = '5d3a6a1e-9f6c-4d8e-8a4e-0d5b7c1f2a3b';

let app: TestApp;
let admin: TestUser;
let api: ApiClient;

beforeAll(async () => {
  app = await createTestApp();
  admin = await createUser(app, { role: 'admin' });
  api = client(app).as(admin);
});
afterAll(() => app.close());

test('an account is created, read, changed and deleted', async () => {
  const created = await api.post<User>(
    '/admin/users',
    {
      username: 'Zoë.Reader',
      password: 'a good password',
      scopes: ['catalog:write'],
      library_ids: [LIBRARY.toUpperCase()],
    },
    { expect: 201 },
  );
  expect(created.body).toMatchObject({
    username: 'Zoë.Reader',
    role: 'user',
    scopes: ['catalog:write'],
    library_ids: [LIBRARY],
    disabled: false,
    external: false,
  });
  const path = `/admin/users/${created.body.user_id}`;
  expect((await api.get<User>(path, { expect: 200 })).body).toEqual(created.body);
  const changed = await api.patch<User>(path, { role: 'admin', library_ids: null, scopes: [] }, { expect: 200 });
  expect(changed.body).toMatchObject({ role: 'admin', library_ids: null, scopes: [] });
  expect((await api.patch<User>(path, {}, { expect: 200 })).body).toMatchObject({ role: 'admin', library_ids: null });
  await api.delete(path, { expect: 204 });
  await api.get(path, { expect: 404 });
  await api.patch(path, { disabled: true }, { expect: 404 });
  await api.delete(path, { expect: 404 });
});

test('a name is unique, regardless of case, width and composition', async () => {
  await api.post('/admin/users', { username: 'Amélie', password: 'a good password' }, { expect: 201 });
  for (const username of ['amélie', 'AMÉLIE', 'Ame\u0301lie', '\uff41mélie']) {
    expect((await api.post('/admin/users', { username, password: 'a good password' })).status).toBe(409);
  }
});

test('a name that looks like the name of another account is refused', async () => {
  await api.post('/admin/users', { username: 'paypal1', password: 'a good password' }, { expect: 201 });
  for (const username of ['p\u0430ypal1', 'paypall', '\u0440\u0430\u0443\u0440\u0430l1', 'PAYPALl']) {
    expect((await api.post('/admin/users', { username, password: 'a good password' })).status).toBe(409);
  }
  await api.post('/admin/users', { username: 'paypal2', password: 'a good password' }, { expect: 201 });
});

test('a common password is refused for a new account and as a new password', async () => {
  const { body } = await api.post<User>('/admin/users', { username: 'careful', password: 'a good password' });
  for (const password of ['Password123!', 'qwertyuiop', 'a'.repeat(40)]) {
    const errors = [{ field: 'password', message: 'must not be a common password or easy to guess' }];
    const created = await api.post('/admin/users', { username: 'careless', password });
    expect([created.status, created.body.errors]).toEqual([400, errors]);
    const changed = await api.patch(`/admin/users/${body.user_id}`, { password });
    expect([changed.status, changed.body.errors]).toEqual([400, errors]);
  }
});

test('errors about the first administrator name the setting', async () => {
  const start = (bootstrapAdmin: BootstrapAdmin): Promise<void> =>
    new FirstAdmin(
      { ...app.config, auth: { ...app.config.auth, bootstrapAdmin } },
      app.app.get(UserRepository),
      app.app.get(AccountChanges),
      app.app.get(Passwords),
    ).onApplicationBootstrap();
  const { body } = await api.post<User>('/admin/users', { username: 'first-service', service: true }, { expect: 201 });
  const service = { username: 'first-service', password: 'a good password' };
  for (const [admin, message] of [
    [{ username: 'first', password: 'Password123!' }, 'ADMIN_PASSWORD must not be a common password or easy to guess.'],
    [{ username: 'a b', password: 'a good password' }, `ADMIN_USERNAME ${USERNAME_RULE}.`],
    [{ ...service, enforced: true }, 'ADMIN_USERNAME is the name of a service account.'],
    [
      { ...service, enforced: true, settingsPrefix: 'SERVICE_DEMO' },
      'SERVICE_DEMO_USERNAME is the name of a service account.',
    ],
    [
      { username: 'a b', password: 'a good password', settingsPrefix: 'SERVICE_DEMO' },
      `SERVICE_DEMO_USERNAME ${USERNAME_RULE}.`,
    ],
  ] as const) {
    await expect(start(admin)).rejects.toThrow(new OperatorError(message));
  }
  await start(service);
  expect((await api.get<User>(`/admin/users/${body.user_id}`)).body).toMatchObject({ role: 'user', service: true });
});

test.each<[string, Record<string, unknown>]>([
  ['username', { password: 'a good password' }],
  ['username', { username: '', password: 'a good password' }],
  ['username', { username: ' padded', password: 'a good password' }],
  ['username', { username: '-dash', password: 'a good password' }],
  ['username', { username: 'x'.repeat(65), password: 'a good password' }],
  ['username', { username: 'zero\u200bwidth', password: 'a good password' }],
  ['username', { username: 7, password: 'a good password' }],
  ['password', { username: 'nobody', password: 'short' }],
  ['password', { username: 'nobody', password: 'x'.repeat(257) }],
  ['password', { username: 'nobody' }],
  ['role', { username: 'nobody', password: 'a good password', role: 'root' }],
  ['role', { username: 'nobody', password: 'a good password', role: null }],
  ['scopes[0]', { username: 'nobody', password: 'a good password', scopes: ['all'] }],
  ['scopes', { username: 'nobody', password: 'a good password', scopes: ['catalog:write', 'catalog:write'] }],
  ['library_ids[0]', { username: 'nobody', password: 'a good password', library_ids: ['x'] }],
  ['library_ids', { username: 'nobody', password: 'a good password', library_ids: Array(201).fill(LIBRARY) }],
  ['disabled', { username: 'nobody', password: 'a good password', disabled: 'no' }],
  ['user_id', { username: 'nobody', password: 'a good password', user_id: LIBRARY }],
])('a new account is refused with an error for %s: %j', async (field, body) => {
  const answer = await api.post<{ errors?: { field: string }[] }>('/admin/users', body);
  expect([answer.status, answer.body.errors?.[0]?.field]).toEqual([400, field]);
});

test('pages list every account once while another account is created', async () => {
  for (let index = 0; index < 7; index += 1) await createUser(app, { username: `walker-${index}` });
  const usernames: string[] = [];
  let cursor: string | null = null;
  do {
    const query: string = cursor === null ? '' : `&cursor=${cursor}`;
    const answer = await api.get<{ users: User[]; page: { has_more: boolean; next_cursor: string | null } }>(
      `/admin/users?limit=3${query}`,
      { expect: 200 },
    );
    usernames.push(...answer.body.users.map(({ username }) => username));
    expect(answer.body.page).toMatchObject({ limit: 3, returned: answer.body.users.length });
    cursor = answer.body.page.next_cursor;
    if (usernames.length === 3) await createUser(app, { username: '0-before-all-others' });
  } while (cursor !== null);
  const walkers = usernames.filter((name) => name.startsWith('walker-'));
  expect(walkers).toEqual(Array.from({ length: 7 }, (_, index) => `walker-${index}`));
  expect(new Set(usernames).size).toBe(usernames.length);
});

test('a limit of 0 means the default, a large limit the maximum, and cursors are bound to the caller', async () => {
  expect((await api.get<{ page: { limit: number } }>('/admin/users?limit=0')).body.page.limit).toBe(20);
  expect((await api.get<{ page: { limit: number } }>('/admin/users?limit=1000')).body.page.limit).toBe(50);
  for (const query of ['limit=1.5', 'limit=x', 'limit=', 'offset=3', 'limit=1&limit=2']) {
    expect((await api.get(`/admin/users?${query}`)).status).toBe(400);
  }
  const first = await api.get<{ page: { next_cursor: string } }>('/admin/users?limit=1');
  const other = await createUser(app, { role: 'admin' });
  const foreign = await client(app)
    .as(other)
    .get<{ code: string }>(`/admin/users?cursor=${first.body.page.next_cursor}`);
  expect([foreign.status, foreign.body.code]).toEqual([400, 'invalid-cursor']);
});

test('only administrators may manage accounts, and a change of an account applies at once', async () => {
  const plain = await createUser(app, { scopes: ['catalog:write', 'artifacts:write'] });
  await client(app).get('/admin/users', { expect: 401 });
  await client(app).as(plain).get('/admin/users', { expect: 403 });
  const second = await createUser(app, { role: 'admin' });
  await client(app).as(second).get('/admin/users', { expect: 200 });
  await api.patch(`/admin/users/${second.userId}`, { role: 'user' }, { expect: 200 });
  await client(app).as(second).get('/admin/users', { expect: 403 });
  await api.patch(`/admin/users/${second.userId}`, { disabled: true }, { expect: 200 });
  await client(app).as(second).get('/auth/me', { expect: 401 });
  await api.patch(`/admin/users/${second.userId}`, { disabled: false, library_ids: [LIBRARY] }, { expect: 200 });
  // The earlier token is revoked, because the account was disabled.
  const { token } = app.app.get(TokenIssuer).issue(second.userId, null);
  expect((await client(app).as(token).get('/auth/me', { expect: 200 })).body).toMatchObject({
    library_ids: [LIBRARY],
  });
});

test('deleting an account also deletes its watch states', async () => {
  const deleted = await createUser(app);
  const database = app.app.get(DataSource);
  await database.query(`INSERT INTO libraries (library_id, name, library_kind) VALUES ($1, 'Films', 'movies')`, [
    LIBRARY,
  ]);
  await database.query(
    `INSERT INTO media_items (library_id, media_id, media_kind, content_hash, revision) VALUES ($1, $1, 'movie', '', 1)`,
    [LIBRARY],
  );
  await database.query(
    `INSERT INTO watch_states (library_id, user_id, media_id, state, position_seconds, duration_seconds,
       threshold_percent, last_watched_at) VALUES ($1, $2, $1, 'in_progress', 1, 2, 90, now())`,
    [LIBRARY, deleted.userId],
  );
  await api.delete(`/admin/users/${deleted.userId}`, { expect: 204 });
  expect(await database.query('SELECT FROM watch_states WHERE user_id = $1', [deleted.userId])).toEqual([]);
  await client(app).as(deleted).get('/auth/me', { expect: 401 });
});

test('an invalid id gets 400 with every method', async () => {
  for (const method of ['GET', 'PATCH', 'DELETE']) {
    expect((await api.send(method, '/admin/users/not-an-id')).status).toBe(400);
  }
});

describe('the last administrator', () => {
  let server: TestApp;
  beforeAll(async () => {
    server = await createTestApp();
  });
  afterAll(() => server.close());

  test('cannot be deleted, demoted or disabled, even by two parallel requests', async () => {
    const [one, two] = await Promise.all([
      createUser(server, { role: 'admin' }),
      createUser(server, { role: 'admin' }),
    ]);
    await createUser(server, { role: 'admin', disabled: true });
    const answers = await Promise.all([
      client(server).as(one).patch(`/admin/users/${two.userId}`, { role: 'user' }),
      client(server).as(two).delete(`/admin/users/${one.userId}`),
    ]);
    expect(answers.map(({ status }) => status).filter((status) => status < 300)).toHaveLength(1);
    const remaining = answers[0].status === 200 ? one : two;
    const last = client(server).as(remaining);
    for (const id of [remaining.userId, remaining.userId.toUpperCase()]) {
      const path = `/admin/users/${id}`;
      expect((await last.patch(path, { role: 'user' })).status).toBe(409);
      expect((await last.patch(path, { disabled: true })).status).toBe(409);
      expect((await last.delete(path)).status).toBe(409);
      const changed = await last.patch<User>(path, { role: 'admin', scopes: ['catalog:write'] }, { expect: 200 });
      expect(changed.body.user_id).toBe(remaining.userId);
    }
  });
});

test('an external account with the name in ADMIN_USERNAME keeps its role, and the log says why', async () => {
  const { username, userId } = await createUser(app);
  await app.app
    .get(DataSource)
    .query(`UPDATE users SET issuer = 'https://issuer', subject = 's' WHERE user_id = $1`, [userId]);
  let log = '';
  const server = await createTestApp({
    peerOf: app,
    env: { ADMIN_USERNAME: username, ADMIN_PASSWORD: 'a-Long-pass-Phrase-5521' },
    logger: watchedLogger((line) => (log += line)),
  });
  await server.close();
  expect(log).toContain('ADMIN_USERNAME is the name of an account of an external issuer');
  expect((await api.get<User>(`/admin/users/${userId}`, { expect: 200 })).body.role).toBe('user');
});
