import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { API_KEY_PATTERN, makeApiKey } from '../../../src/auth/keys/api-key';
import { KeyUses } from '../../../src/auth/keys/key-uses';
import { createUser, type TestUser } from '../../support/accounts/accounts';
import { createService, type CreatedKey, type TestService } from '../../support/accounts/api-keys';
import { importCatalog, library, movie, uuidOf } from '../../support/catalog/catalog';
import { type ApiClient, type ApiResponse, client } from '../../support/requests/client';
import { eventually } from '../../support/eventually';
import { createTestApp, type TestApp } from '../../support/app/test-app';
import { watchedLogger } from '../../support/app/watched-logger';

let appA: TestApp;
/** Another instance on the same database. */
let appB: TestApp;
let admin: TestUser;
let api: ApiClient;
let log = '';

beforeAll(async () => {
  const logger = watchedLogger((line) => (log += line));
  appA = await createTestApp({ logger });
  appB = await createTestApp({ peerOf: appA, logger });
  admin = await createUser(appA, { role: 'admin' });
  api = client(appA).as(admin);
  await importCatalog(appA, admin, [
    library('Films'),
    library('Shorts'),
    movie('Films', 'Metropolis'),
    movie('Shorts', 'Cops'),
  ]);
});
afterAll(async () => {
  await appB.close();
  await appA.close();
});

const keysOf = ({ userId }: TestService): string => `/admin/users/${userId}/keys`;
const database = (): DataSource => appA.app.get(DataSource);

/** Returns the status of a request with this key on each instance. */
async function statusesOf(key: string): Promise<number[]> {
  const answers = await Promise.all([appA, appB].map((app) => client(app).as(key).get('/auth/me')));
  return answers.map(({ status }) => status);
}

interface Overview {
  libraries: { library_id: string }[];
}

describe('a key', () => {
  it('is accepted as a bearer token, with the rights and libraries of its account', async () => {
    const service = await createService(appA, { libraryIds: [uuidOf('Films')], scopes: ['artifacts:write'] }, admin);
    const program = client(appA).as(service.key);
    const me = await program.get('/auth/me', { expect: 200 });
    expect(me.body).toEqual({
      user_id: service.userId,
      username: service.username,
      role: 'user',
      scopes: ['artifacts:write'],
      library_ids: [uuidOf('Films')],
    });
    const overview = await program.post<Overview>('/intelligence/libraries/overview', {}, { expect: 200 });
    expect(overview.body.libraries.map(({ library_id }) => library_id)).toEqual([uuidOf('Films')]);
    const artifact = { kind: 'analysis', scope: 'global', title: 'T', content: {}, library_id: uuidOf('Films') };
    await program.put(`/intelligence/artifacts/${randomUUID()}`, artifact, { expect: 201 });
    await program.get('/admin/users', { expect: 403 });
    await program.delete(`/admin/catalog/libraries/${uuidOf('Films')}`, { expect: 403 });
    await api.patch(`/admin/users/${service.userId}`, { library_ids: [], scopes: [] }, { expect: 200 });
    const none = await program.post<Overview>('/intelligence/libraries/overview', {}, { expect: 200 });
    expect(none.body.libraries).toEqual([]);
    // A logout ends sessions. A key belongs to no session.
    await program.post('/auth/logout', undefined, { expect: 204 });
    expect(await statusesOf(service.key)).toEqual([200, 200]);
  });

  it('of an administrator may use the admin routes', async () => {
    const service = await createService(appA, { role: 'admin' }, admin);
    await client(appB).as(service.key).get('/admin/users', { expect: 200 });
  });

  it('has the documented form, is shown once and is not stored', async () => {
    const service = await createService(appA, {}, admin);
    expect(service.key).toMatch(API_KEY_PATTERN);
    const { body, text } = await api.get<{ keys: CreatedKey[] }>(keysOf(service), { expect: 200 });
    expect(body.keys).toMatchObject([{ key_id: service.keyId, name: 'test', last_used_at: null }]);
    expect(text).not.toContain(service.key);
    const [dump] = await database().query<[{ text: string }]>(
      `SELECT string_agg(k::text, ' ') || (SELECT string_agg(e::text, ' ') FROM admin_audit_log e) AS text FROM api_keys k`,
    );
    expect(dump.text).toContain(service.keyId);
    // The first seven characters, `irmkey_`, are not secret.
    expect(dump.text).not.toContain(service.key.slice(7));
    await client(appA).as(service.key).get('/admin/users', { expect: 403 });
    await client(appA)
      .as(`${service.key.slice(0, -1)}z`)
      .get('/auth/me', { expect: 401 });
    expect(log).toContain(service.keyId);
    expect(log).not.toContain(service.key.slice(7, 60));
  });

  it('that was revoked is refused with the next request on every instance', async () => {
    for (let round = 0; round < 5; round += 1) {
      const service = await createService(appA, {}, admin);
      expect(await statusesOf(service.key)).toEqual([200, 200]);
      await client(round % 2 === 0 ? appA : appB)
        .as(admin)
        .delete(`${keysOf(service)}/${service.keyId}`, { expect: 204 });
      expect(await statusesOf(service.key)).toEqual([401, 401]);
    }
  });

  it.each<[string, (service: TestService) => Promise<unknown>]>([
    ['its account is disabled', ({ userId }) => api.patch(`/admin/users/${userId}`, { disabled: true })],
    ['its account is deleted', ({ userId }) => api.delete(`/admin/users/${userId}`)],
    ['it has expired', ({ keyId }) => expire(keyId)],
  ])('is refused as soon as %s', async (_, end) => {
    const service = await createService(appA, {}, admin);
    expect(await statusesOf(service.key)).toEqual([200, 200]);
    await end(service);
    expect(await statusesOf(service.key)).toEqual([401, 401]);
  });

  it.each([
    ['whose lifetime is stored', false],
    ['of an earlier release, which stored no lifetime', true],
  ])('%s is replaced with an overlap in which both keys are valid', async (_, hasNoLifetime) => {
    const service = await createService(appA, {}, admin);
    if (hasNoLifetime) {
      await database().query('UPDATE api_keys SET lifetime_seconds = NULL WHERE key_id = $1', [service.keyId]);
    }
    const rotate = `${keysOf(service)}/${service.keyId}:rotate`;
    const next = (await api.post<CreatedKey>(rotate, { overlap_seconds: 3600 }, { expect: 201 })).body;
    expect(next.name).toBe('test');
    expect([await statusesOf(service.key), await statusesOf(next.key)]).toEqual([
      [200, 200],
      [200, 200],
    ]);
    const { keys } = (await api.get<{ keys: CreatedKey[] }>(keysOf(service))).body;
    const [old] = keys;
    expect(keys.map(({ key_id }) => key_id)).toEqual([service.keyId, next.key_id]);
    expect(Math.abs(Date.parse(old?.expires_at ?? '') - Date.now() - 3_600_000)).toBeLessThan(60_000);
    expect(Date.parse(next.expires_at) - Date.parse(next.created_at)).toBe(365 * 86_400_000);
    // Another rotation does not extend the validity of the old key.
    const second = (await api.post<CreatedKey>(rotate, { overlap_seconds: 86_400 }, { expect: 201 })).body;
    expect(Date.parse(second.expires_at) - Date.parse(second.created_at)).toBe(365 * 86_400_000);
    const after = (await api.get<{ keys: CreatedKey[] }>(keysOf(service))).body.keys[0];
    expect(after?.expires_at).toBe(old?.expires_at);
    const last = (await api.post<CreatedKey>(rotate, { overlap_seconds: 0 }, { expect: 201 })).body;
    expect([await statusesOf(service.key), await statusesOf(last.key)]).toEqual([
      [401, 401],
      [200, 200],
    ]);
    await api.post(rotate, {}, { expect: 404 });
  });

  it('has its last use stored in the background, at most once a minute', async () => {
    const service = await createService(appA, {}, admin);
    const lastUse = async (): Promise<string | null> =>
      (await api.get<{ keys: CreatedKey[] }>(keysOf(service))).body.keys[0]?.last_used_at ?? null;
    // Without background loops, so that the service stores a use of a key only when the test asks for it.
    const first = await createTestApp({ peerOf: appA, workers: false });
    const second = await createTestApp({ peerOf: appA, workers: false });
    try {
      await client(first).as(service.key).get('/auth/me', { expect: 200 });
      expect(await lastUse()).toBeNull();
      await first.app.get(KeyUses).write();
      const stored = await lastUse();
      expect(Math.abs(Date.parse(stored ?? '') - Date.now())).toBeLessThan(60_000);
      for (const app of [first, second]) {
        await client(app).as(service.key).get('/auth/me', { expect: 200 });
        await app.app.get(KeyUses).write();
      }
      expect(await lastUse()).toBe(stored);
      await database().query(`UPDATE api_keys SET last_used_at = now() - interval '2 minutes' WHERE key_id = $1`, [
        service.keyId,
      ]);
      await client(second).as(service.key).get('/auth/me', { expect: 200 });
      await second.app.get(KeyUses).write();
      expect(Date.parse((await lastUse()) ?? '')).toBeGreaterThanOrEqual(Date.parse(stored ?? ''));
    } finally {
      await second.close();
      await first.close();
    }
  });
});

async function expire(keyId: string): Promise<void> {
  await database().query(`UPDATE api_keys SET expires_at = now() WHERE key_id = $1`, [keyId]);
}

describe('administrators', () => {
  it('are the only callers that can create, list, replace and revoke keys', async () => {
    const service = await createService(appA, { scopes: ['catalog:write'] }, admin);
    const user = await createUser(appA, { scopes: ['catalog:write', 'artifacts:write', 'watch-states:write'] });
    for (const caller of [client(appA).as(user), client(appA).as(service.key)]) {
      await caller.get(keysOf(service), { expect: 403 });
      await caller.post(keysOf(service), { name: 'mine' }, { expect: 403 });
      await caller.post(`${keysOf(service)}/${service.keyId}:rotate`, {}, { expect: 403 });
      await caller.delete(`${keysOf(service)}/${service.keyId}`, { expect: 403 });
    }
    expect(await statusesOf(service.key)).toEqual([200, 200]);
  });

  it('create at most twenty keys for a service account, and change only keys of the account in the path', async () => {
    const [service, other] = [await createService(appA, {}, admin), await createService(appA, {}, admin)];
    await api.post(`/admin/users/${admin.userId}/keys`, { name: 'x' }, { expect: 409 });
    await api.get(`/admin/users/${admin.userId}/keys`, { expect: 409 });
    await api.post(`/admin/users/${randomUUID()}/keys`, { name: 'x' }, { expect: 404 });
    await api.get(`/admin/users/${randomUUID()}/keys`, { expect: 404 });
    await api.delete(`${keysOf(other)}/${service.keyId}`, { expect: 404 });
    await api.post(`${keysOf(other)}/${service.keyId}:rotate`, {}, { expect: 404 });
    const more = await Promise.all(Array.from({ length: 25 }, () => api.post(keysOf(service), { name: 'more' })));
    expect(more.filter(({ status }) => status === 201)).toHaveLength(19);
    expect(more.filter(({ status }) => status === 409)).toHaveLength(6);
    // An expired key does not count.
    await expire(service.keyId);
    await api.post(keysOf(service), { name: 'instead of the expired one' }, { expect: 201 });
  });

  it('see which accounts are service accounts, which have no password and cannot log in', async () => {
    const name = `nightly-import-${randomUUID()}`;
    const service = await createService(appA, { username: name }, admin);
    expect((await api.get(`/admin/users/${service.userId}`)).body).toMatchObject({ service: true, external: false });
    await api.patch(`/admin/users/${service.userId}`, { password: 'an uncommon long one' }, { expect: 400 });
    const [account] = await database().query('SELECT password_hash FROM users WHERE user_id = $1', [service.userId]);
    expect(account.password_hash).toBeNull();
    for (const password of [service.key, 'an uncommon long one']) {
      await client(appA).post('/auth/login', { username: name, password }, { expect: 401 });
    }
    const withPassword = { username: 'x', password: 'an uncommon long one', service: true };
    expect((await api.post('/admin/users', withPassword, { expect: 400 })).body).toMatchObject({
      errors: [{ field: 'password' }],
    });
    await api.post('/admin/users', { subject: 'x', service: true }, { expect: 400 });
    await api.post('/admin/users', { service: true }, { expect: 400 });
    await api.post('/admin/users', { username: name.toUpperCase(), service: true }, { expect: 409 });
  });

  it('cannot use a service account to delete the last administrator that is a user', async () => {
    const separateApp = await createTestApp();
    try {
      const last = await createUser(separateApp, { role: 'admin' });
      const service = await createService(separateApp, { role: 'admin' }, last);
      await client(separateApp).as(service.key).delete(`/admin/users/${last.userId}`, { expect: 409 });
    } finally {
      await separateApp.close();
    }
  });
});

describe('hostile input', () => {
  it.each<[string, unknown, string]>([
    ['no name', {}, 'name'],
    ['an empty name', { name: '' }, 'name'],
    ['a name without visible characters', { name: ' \u200b\u202e\u0007 ' }, 'name'],
    ['a long name', { name: 'x'.repeat(65) }, 'name'],
    ['a name that is not text', { name: { $gt: '' } }, 'name'],
    ['a lifetime of zero days', { name: 'x', lifetime_days: 0 }, 'lifetime_days'],
    ['a lifetime above the maximum', { name: 'x', lifetime_days: 3651 }, 'lifetime_days'],
    ['a lifetime that is not a number', { name: 'x', lifetime_days: '1' }, 'lifetime_days'],
    ['a secret that the caller chooses', { name: 'x', key: makeApiKey().key }, 'key'],
  ])('%s is refused, and the error names the field', async (_, body, field) => {
    const service = await createService(appA, {}, admin);
    const answer = await api.post<{ errors: { field: string }[] }>(keysOf(service), body, { expect: 400 });
    expect(answer.body.errors.map((error) => error.field)).toEqual([field]);
  });

  it.each([[-1], [2_592_001], [1.5], ['1'], [null]])('an overlap of %j is refused', async (overlap_seconds) => {
    const service = await createService(appA, {}, admin);
    await api.post(`${keysOf(service)}/${service.keyId}:rotate`, { overlap_seconds }, { expect: 400 });
    expect(await statusesOf(service.key)).toEqual([200, 200]);
  });

  it('instead of an id gets 400', async () => {
    const service = await createService(appA, {}, admin);
    for (const id of ['x', '%00', "' or 1=1--", '..%2f..', `${service.keyId}0`]) {
      await api.delete(`${keysOf(service)}/${id}`, { expect: 400 });
      await api.post(`${keysOf(service)}/${id}:rotate`, {}, { expect: 400 });
      await api.get(`/admin/users/${id}/keys`, { expect: 400 });
    }
  });

  it('instead of a key always gets the same answer', async () => {
    const { key } = await createService(appA, {}, admin);
    const texts = [
      makeApiKey().key,
      key.toUpperCase(),
      key.slice(0, -1),
      `${key}0`,
      `${key}.`,
      `${key}.x.y`,
      'irmkey_',
      `irmkey_${'0'.repeat(72)}`,
      key.replace('irmkey_', 'irmkey-'),
      key.slice(7),
      `x${key}`,
      `irmkey_${'f'.repeat(9000)}`,
    ];
    const answers = await Promise.all(texts.map((text) => client(appA).as(text).get('/auth/me')));
    for (const { status, headers, body, text } of answers) {
      expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer error="invalid_token"']);
      expect(text.replace(String(body.instance), '')).toBe(
        answers[0]?.text.replace(String(answers[0].body.instance), ''),
      );
    }
  });
});

describe('limits', () => {
  const limited = (env: Record<string, string>): Promise<TestApp> => createTestApp({ peerOf: appA, env });

  // Another test may have used up the limit of this address for the current minute.
  beforeEach(() => database().query('DELETE FROM rate_limit_counters'));

  /** Sends requests one after another. Returns the number of responses with each status. */
  async function count(requests: number, ask: () => Promise<ApiResponse>): Promise<Record<number, number>> {
    const counts: Record<number, number> = {};
    for (let index = 0; index < requests; index += 1) {
      const { status } = await ask();
      counts[status] = (counts[status] ?? 0) + 1;
    }
    return counts;
  }

  it('count the requests of each key separately', async () => {
    const app = await limited({ RATE_LIMIT_PER_MINUTE: '5', KEY_RATE_LIMIT_PER_MINUTE: '20' });
    try {
      const service = await createService(appA, {}, admin);
      const second = (await api.post<CreatedKey>(keysOf(service), { name: 'second' }, { expect: 201 })).body;
      // The counts restart with each minute, so the requests need a minute with 20 seconds left.
      await eventually(() => 60_000 - (Date.now() % 60_000) >= 20_000, 60_000);
      expect(await count(25, () => client(app).as(service.key).get('/auth/me'))).toEqual({ 200: 20, 429: 5 });
      expect(await count(25, () => client(app).as(second.key).get('/auth/me'))).toEqual({ 200: 20, 429: 5 });
    } finally {
      await app.close();
    }
  });

  it('stop an address that guesses keys, without delaying known keys', async () => {
    const app = await limited({ RATE_LIMIT_PER_MINUTE: '20' });
    try {
      const service = await createService(appA, {}, admin);
      // The counts restart with each minute, so the requests need a minute with 20 seconds left.
      await eventually(() => 60_000 - (Date.now() % 60_000) >= 20_000, 60_000);
      await client(app).as(service.key).get('/auth/me', { expect: 200 });
      expect(await count(30, () => client(app).as(makeApiKey().key).get('/auth/me'))).toEqual({ 401: 20, 429: 10 });
      expect(await count(5, () => client(app).as(service.key).get('/auth/me'))).toEqual({ 200: 5 });
    } finally {
      await app.close();
    }
  });
});
