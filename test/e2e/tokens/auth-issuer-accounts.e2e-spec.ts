import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { importCatalog, library, mediaIdOf, movie, uuidOf } from '../../support/catalog/catalog';
import { createUser } from '../../support/accounts/accounts';
import { type ApiClient, client } from '../../support/requests/client';
import { type IssuerApp, startIssuerApp } from '../../support/accounts/issuer-app';
import { createTestApp, type TestApp } from '../../support/app/test-app';

const ISSUER = 'https://one.example.org/';

interface Me {
  user_id: string;
  username: string;
  role: string;
  library_ids: string[] | null;
}

let local: TestApp;
let external: IssuerApp;
let admin: ApiClient;

beforeAll(async () => {
  local = await createTestApp();
  await importCatalog(local, await createUser(local, { role: 'admin' }), [
    library('Films'),
    library('Shorts'),
    movie('Films', 'Metropolis', { genres: ['Drama'], overview: 'A city of the future.' }),
    movie('Shorts', 'Cops', { genres: ['Comedy'] }),
  ]);
  external = await startIssuerApp(ISSUER, { peerOf: local });
  const { body } = await as(external, 'admin@example.org').get<Me>('/auth/me', { expect: 200 });
  await database().query(`UPDATE users SET role = 'admin', library_ids = NULL WHERE user_id = $1`, [body.user_id]);
  admin = as(external, 'admin@example.org');
});
afterAll(async () => {
  await external.close();
  await local.close();
});

function as(issuer: IssuerApp, sub: string, claims: Record<string, unknown> = {}): ApiClient {
  return client(issuer.app).as(issuer.token(sub, claims));
}

async function getMe(issuer: IssuerApp, sub: string, claims: Record<string, unknown> = {}): Promise<Me> {
  return (await as(issuer, sub, claims).get<Me>('/auth/me', { expect: 200 })).body;
}

function database(): DataSource {
  return local.app.get(DataSource);
}

describe('different subjects', () => {
  /** Groups of subjects that a wrong comparison, such as one that ignores case, could treat as equal. */
  const ALIKE = [
    ['Ada', 'ada', 'ADA', 'Ada ', ' Ada', '\uff21da'],
    ['Zo\u00eb', 'Zoe\u0308', 'ZO\u00cb'],
    ['stra\u00dfe', 'strasse', 'STRASSE'],
    ['\u212aelvin', 'Kelvin', 'kelvin'],
    ['\ufb01le', 'file'],
    ['I', 'i', '\u0131', '\u0130'],
    ['auth0|1', 'auth0|01', 'auth0:1', 'auth0|1|', 'google|1'],
    ['110169484474386276334', '110169484474386276335', '1.10169484474386276334e20'],
    ['0', '00', '-0', '+0'],
    ['null', 'undefined', 'true', '{}', "' OR 1=1 --", '%', '_', '$1'],
    [
      '0b6b0c7e-8d1d-4f25-a6a1-2d3c1d1c9c55',
      '0B6B0C7E-8D1D-4F25-A6A1-2D3C1D1C9C55',
      '0b6b0c7e8d1d4f25a6a12d3c1d1c9c55',
    ],
    ['x'.repeat(254), 'x'.repeat(255), `${'x'.repeat(254)}y`],
  ];

  it.each(ALIKE.map((subjects) => [subjects[0]?.slice(0, 40), subjects] as const))(
    'like %j have separate accounts',
    async (_, subjects) => {
      const parallel = await Promise.all([...subjects, ...subjects].map((sub) => getMe(external, sub)));
      const ids = parallel.map(({ user_id }) => user_id);
      expect(new Set(ids).size).toBe(subjects.length);
      expect(ids.slice(subjects.length)).toEqual(ids.slice(0, subjects.length));
      expect(new Set(parallel.map(({ username }) => username)).size).toBe(subjects.length);
    },
  );

  it('never see data of each other, even if they prefer the same name', async () => {
    const names = { preferred_username: 'same-name' };
    const [owner, other] = [as(external, 'user|A', names), as(external, 'user|a', names)];
    for (const user of [owner, other]) {
      const { user_id } = (await user.get<Me>('/auth/me')).body;
      await admin.patch(`/admin/users/${user_id}`, { library_ids: [uuidOf('Films')] }, { expect: 200 });
    }
    const [artifactId, runId] = [randomUUID(), randomUUID()];
    const artifact = { kind: 'user_note', scope: 'user', title: 'Secret', content: {} };
    await owner.put(`/intelligence/artifacts/${artifactId}`, artifact, { expect: 201 });
    await owner.put(`/intelligence/runs/${runId}`, { purpose: 'other' }, { expect: 201 });
    await owner.put(
      `/watch-states/${mediaIdOf('movie', 'Metropolis')}`,
      { position_seconds: 5, duration_seconds: 100 },
      { expect: 200 },
    );
    await other.get(`/intelligence/artifacts/${artifactId}`, { expect: 404 });
    await other.post(`/intelligence/runs/${runId}/audit`, {}, { expect: 404 });
    expect((await other.get('/intelligence/runs')).text).not.toContain(runId);
    expect((await other.post('/intelligence/artifacts', {})).text).not.toContain(artifactId);
    const path = `/intelligence/items/${mediaIdOf('movie', 'Metropolis')}/context`;
    const getItem = async (user: ApiClient) => (await user.post<{ item: { watch_state: unknown } }>(path)).body.item;
    expect((await getItem(owner)).watch_state).not.toBeNull();
    expect((await getItem(other)).watch_state).toBeNull();
  });
});

it('the same subject has a separate account for each issuer', async () => {
  const sub = 'auth0|5f7c8ec7c33c6c004bbafe82';
  const names = { preferred_username: 'grace' };
  const before = await getMe(external, sub, names);
  await admin.patch(`/admin/users/${before.user_id}`, { role: 'admin', library_ids: null }, { expect: 200 });
  for (const issuer of ['https://two.example.org/', 'https://ONE.example.org/', 'https://one.example.org']) {
    const other = await startIssuerApp(issuer, { peerOf: local });
    try {
      const account = await getMe(other, sub, names);
      expect(account).toMatchObject({ role: 'user', library_ids: [] });
      expect(account.user_id).not.toBe(before.user_id);
    } finally {
      await other.close();
    }
  }
  expect(await getMe(external, sub)).toMatchObject({ user_id: before.user_id, role: 'admin' });
});

it('a subject that equals the id or the name of a local account does not get that account', async () => {
  const { userId, username } = await createUser(local, { role: 'admin' });
  for (const sub of [userId, username, userId.toUpperCase()]) {
    const me = await getMe(external, sub, { preferred_username: username });
    expect(me).toMatchObject({ role: 'user', library_ids: [] });
    expect([userId, username]).not.toContain(me.user_id);
  }
});

describe('an account whose subject is a UUID that an earlier version stored in lower case', () => {
  async function storeEarlier(subject: string): Promise<string> {
    const [row] = await database().query<[{ user_id: string }]>(
      `INSERT INTO users (username, username_key, issuer, subject, subject_folded, role)
       VALUES ($1, $1, $2, $1, true, 'admin') RETURNING user_id`,
      [subject, ISSUER],
    );
    return row.user_id;
  }

  it.each([
    ['lower', (id: string) => id, (id: string) => id.toUpperCase()],
    ['upper', (id: string) => id.toUpperCase(), (id: string) => id],
  ])('belongs only to the spelling in its first token: %s case', async (_, first, second) => {
    const subject = randomUUID();
    const userId = await storeEarlier(subject);
    const parallel = await Promise.all([1, 2, 3].map(() => getMe(external, first(subject))));
    for (const me of parallel) expect(me).toMatchObject({ user_id: userId, role: 'admin', library_ids: null });
    expect(await getMe(external, second(subject))).toMatchObject({ role: 'user', library_ids: [] });
    expect((await getMe(external, first(subject))).user_id).toBe(userId);
  });
});

describe('a new user', () => {
  it('sees no library, facet or item, and cannot write about an item', async () => {
    const user = as(external, 'somebody new');
    const id = mediaIdOf('movie', 'Metropolis');
    const overview = await user.post('/intelligence/libraries/overview', { library_ids: [uuidOf('Films')] });
    expect(overview.body).toMatchObject({ libraries: [], unknown_library_ids: [uuidOf('Films')] });
    const facets = await user.post<{ facets: { values: unknown[] }[] }>('/intelligence/facets');
    expect(facets.body.facets.flatMap(({ values }) => values)).toEqual([]);
    const search = (query: string) => user.post('/intelligence/candidates:search', { query }, { expect: 200 });
    expect((await search('Metropolis')).body).toMatchObject({ candidates: [], did_you_mean: null });
    expect((await search('Metropolsi')).body).toMatchObject({ candidates: [], did_you_mean: null });
    await user.post(`/intelligence/items/${id}/context`, {}, { expect: 404 });
    await user.post(`/intelligence/items/${id}/related`, {}, { expect: 404 });
    await user.put(`/watch-states/${id}`, { position_seconds: 1, duration_seconds: 2 }, { expect: 404 });
    const note = { kind: 'user_note', scope: 'user', title: 'A title', content: {}, media_id: id };
    await user.put(`/intelligence/artifacts/${randomUUID()}`, note, { expect: 404 });
  });

  it.each<[string, string[] | null]>([
    ['none', []],
    ['all', null],
    [`${uuidOf('Shorts').toUpperCase()}, ${uuidOf('Shorts')}`, [uuidOf('Shorts')]],
  ])(
    'sees the libraries of NEW_USER_LIBRARIES=%s, which does not change existing accounts',
    async (setting, libraryIds) => {
      const before = await getMe(external, 'an early bird');
      const configured = await startIssuerApp(ISSUER, { peerOf: local, env: { NEW_USER_LIBRARIES: setting } });
      try {
        expect(await getMe(configured, `new with ${setting}`)).toMatchObject({ library_ids: libraryIds });
        expect(await getMe(configured, 'an early bird')).toEqual(before);
      } finally {
        await configured.close();
      }
    },
  );
});

describe('the admin routes', () => {
  it('create an account before its first token, and show its issuer and subject', async () => {
    const request = { subject: 'auth0|ahead', scopes: ['catalog:write'], library_ids: [uuidOf('Shorts')] };
    const created = await admin.post<Me>('/admin/users', request, { expect: 201 });
    expect(created.body).toMatchObject({ ...request, issuer: ISSUER, external: true, role: 'user', disabled: false });
    expect((await admin.post('/admin/users', request)).status).toBe(409);
    expect(await getMe(external, 'auth0|ahead')).toMatchObject({
      user_id: created.body.user_id,
      library_ids: [uuidOf('Shorts')],
    });
    const path = `/admin/users/${created.body.user_id}`;
    await admin.patch(path, { role: 'admin', library_ids: null }, { expect: 200 });
    await as(external, 'auth0|ahead').get('/admin/users', { expect: 200 });
    await admin.patch(path, { disabled: true }, { expect: 200 });
    await as(external, 'auth0|ahead').get('/auth/me', { expect: 401 });
    await admin.delete(path, { expect: 204 });
    expect(await getMe(external, 'auth0|ahead')).toMatchObject({ role: 'user', library_ids: [] });
  });

  it.each<[string, object]>([
    ['subject', { subject: '' }],
    ['subject', { subject: 'x'.repeat(256) }],
    ['subject', { subject: 'a\u202eb' }],
    ['subject', { subject: 7 }],
    ['subject', { username: 'reader', password: 'a good password' }],
    ['username', { subject: 's', username: 'reader' }],
    ['password', { subject: 's', password: 'a good password' }],
    ['library_ids[0]', { subject: 's', library_ids: ['x'] }],
  ])('answer 400 and name the field %s for %j', async (field, body) => {
    const answer = await admin.post<{ errors: { field: string }[] }>('/admin/users', body);
    expect([answer.status, answer.body.errors[0]?.field]).toEqual([400, field]);
  });

  it('create no account for a refused request, and write one audit entry for an accepted one', async () => {
    const subject = `auth0|${randomUUID()}`;
    const nil = '00000000-0000-0000-0000-000000000000';
    await admin.post('/admin/users', { subject, library_ids: [nil] }, { expect: 400 });
    const request = { subject, role: 'user', scopes: ['catalog:write'], library_ids: [], disabled: true };
    const created = await admin.post<{ user_id: string }>('/admin/users', request, { expect: 201 });
    expect(created.body).toMatchObject(request);
    const entries = await database().query('SELECT action FROM admin_audit_log WHERE target_id = $1', [
      created.body.user_id,
    ]);
    expect(entries).toEqual([{ action: 'account.create' }]);
  });

  it('answer 400 to a request for a service account that names an issuer', async () => {
    const body = { username: `program-${randomUUID()}`, service: true, issuer: ISSUER };
    const answer = await admin.post<{ errors: { field: string }[] }>('/admin/users', body);
    expect([answer.status, answer.body.errors[0]?.field]).toEqual([400, 'issuer']);
  });

  it('answer 400 to a request with a subject if the accounts of the service are local', async () => {
    const api = client(local).as(await createUser(local, { role: 'admin' }));
    const answer = await api.post<{ errors: { field: string }[] }>('/admin/users', { subject: 'auth0|1' });
    expect([answer.status, answer.body.errors[0]?.field]).toEqual([400, 'subject']);
  });

  it('refuse to remove the last administrator of one of several issuers', async () => {
    const other = await startIssuerApp('https://last.example.org/', { peerOf: local });
    try {
      const { user_id } = await getMe(other, 'the last one');
      await database().query(`UPDATE users SET role = 'admin' WHERE user_id = $1`, [user_id]);
      const last = as(other, 'the last one');
      for (const change of [{ role: 'user' }, { disabled: true }]) {
        expect((await last.patch(`/admin/users/${user_id}`, change)).status).toBe(409);
      }
      expect((await last.delete(`/admin/users/${user_id}`)).status).toBe(409);
    } finally {
      await other.close();
    }
  });
});
