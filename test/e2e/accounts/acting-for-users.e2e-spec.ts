/** Service accounts that act for users, by a header or by a token that their key is exchanged for. */
import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { makeApiKey } from '../../../src/auth/keys/api-key';
import type { RunAuditResponse } from '../../../src/audit/audit.dto';
import type { IntelligenceRun } from '../../../src/audit/runs/run.dto';
import { createUser, type TestUser } from '../../support/accounts/accounts';
import { createService, type TestService } from '../../support/accounts/api-keys';
import { importCatalog, library, mediaIdOf, movie, uuidOf } from '../../support/catalog/catalog';
import { type ApiClient, type ApiResponse, client } from '../../support/requests/client';
import { callMessage, MCP_HEADERS } from '../../support/requests/mcp';
import { eventually } from '../../support/eventually';
import { startIssuerApp } from '../../support/accounts/issuer-app';
import { createTestApp, type TestApp } from '../../support/app/test-app';
import { validClaims, hmacToken } from '../../support/accounts/tokens';

interface Exchanged {
  access_token: string;
  issued_token_type: string;
  token_type: string;
  expires_in: number;
}
interface Overview {
  libraries: { library_id: string }[];
}

let app: TestApp;
/** Another instance on the same database. */
let other: TestApp;
let admin: TestUser;
let zoe: TestUser;
let bob: TestUser;
let disabled: TestUser;
let service: TestService;
/** A service account with the role `admin`, but without the scope `act_for_users`. */
let unentitled: TestService;

beforeAll(async () => {
  app = await createTestApp();
  other = await createTestApp({ peerOf: app });
  admin = await createUser(app, { role: 'admin' });
  await importCatalog(app, admin, [
    ...['Films', 'Shorts', 'Secret'].map((name) => library(name)),
    movie('Films', 'Metropolis'),
    movie('Shorts', 'Cops'),
    movie('Secret', 'Nosferatu'),
  ]);
  zoe = await createUser(app, { username: 'Zoë', libraryIds: [uuidOf('Films'), uuidOf('Secret')] });
  bob = await createUser(app, { username: 'bob' });
  disabled = await createUser(app, { username: 'gone', disabled: true });
  const libraryIds = [uuidOf('Films'), uuidOf('Shorts')];
  service = await createService(app, { scopes: ['act_for_users', 'artifacts:write'], libraryIds }, admin);
  unentitled = await createService(app, { role: 'admin', scopes: ['catalog:write'] }, admin);
});
afterAll(async () => {
  await other.close();
  await app.close();
});

/** Returns a client that sends a key and the header with a user. */
function acting(user: string, { key }: { readonly key: string } = service, at: TestApp = app): ApiClient {
  const api = client(at).as(key);
  const send = api.send.bind(api);
  api.send = (method, path, body, options = {}) =>
    send(method, path, body, { ...options, headers: { 'x-act-for-user': user, ...options.headers } });
  return api;
}

const exchange = (body: object, { key }: { readonly key: string } = service): Promise<ApiResponse<Exchanged>> =>
  client(app).as(key).post<Exchanged>('/auth/exchange', body);

async function tokenFor({ userId }: TestUser): Promise<string> {
  const { status, body } = await exchange({ user_id: userId });
  expect(status).toBe(200);
  return body.access_token;
}

const claimsOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;

describe.each<[string, (user: TestUser) => Promise<ApiClient>]>([
  ['the header', (user) => Promise.resolve(acting(`user_id=${user.userId}`))],
  ['an exchanged token', async (user) => client(app).as(await tokenFor(user))],
  ['the header with an upper-case id', (user) => Promise.resolve(acting(`user_id=${user.userId.toUpperCase()}`))],
  [
    'an exchanged token with an upper-case id',
    async (user) => client(app).as(await tokenFor({ ...user, userId: user.userId.toUpperCase() })),
  ],
])('a request for a user by %s', (means, as) => {
  it('has the identity of the user, and sees the libraries that both accounts may see', async () => {
    const api = await as(zoe);
    const me = await api.get('/auth/me', { expect: 200 });
    expect(me.body).toMatchObject({ user_id: zoe.userId, username: 'Zoë', role: 'user', scopes: [] });
    const overview = await api.post<Overview>('/intelligence/libraries/overview', {}, { expect: 200 });
    expect(overview.body.libraries.map(({ library_id }) => library_id)).toEqual([uuidOf('Films')]);
    await api.post(`/intelligence/items/${mediaIdOf('movie', 'Nosferatu')}/context`, {}, { expect: 404 });
    await api.post(`/intelligence/items/${mediaIdOf('movie', 'Cops')}/context`, {}, { expect: 404 });
    const all = await (await as(bob)).post<Overview>('/intelligence/libraries/overview', {}, { expect: 200 });
    expect(all.body.libraries.map(({ library_id }) => library_id).sort()).toEqual(
      [uuidOf('Films'), uuidOf('Shorts')].sort(),
    );
  });

  it('calls MCP tools as the user', async () => {
    const api = await as(zoe);
    const message = callMessage('library_overview');
    const { body } = await api.post<{ result: { structuredContent: Overview } }>('/mcp', message, {
      headers: MCP_HEADERS,
      expect: 200,
    });
    const { libraries } = body.result.structuredContent;
    expect(libraries.map(({ library_id }) => library_id)).toEqual([uuidOf('Films')]);
  });

  it('writes data of the user that the service account and other users do not see', async () => {
    const note = { kind: 'user_note', scope: 'user', title: 'A private note', content: {} };
    const [run, artifact] = [randomUUID(), randomUUID()];
    const api = await as(zoe);
    await api.put(`/intelligence/artifacts/${artifact}`, note, { expect: 201 });
    await api.put(`/intelligence/runs/${run}`, { purpose: 'other' }, { expect: 201 });
    await client(app).as(zoe).get(`/intelligence/artifacts/${artifact}`, { expect: 200 });
    for (const stranger of [await as(bob), client(app).as(service.key), client(app).as(bob)]) {
      await stranger.get(`/intelligence/artifacts/${artifact}`, { expect: 404 });
      await stranger.post(`/intelligence/runs/${run}/audit`, {}, { expect: 404 });
      expect((await stranger.get('/intelligence/runs')).text).not.toContain(run);
      expect((await stranger.post('/intelligence/artifacts', {})).text).not.toContain(artifact);
    }
    // The service account may write global artifacts, but the user may not.
    const global = { ...note, kind: 'analysis', scope: 'global' };
    expect((await api.put(`/intelligence/artifacts/${randomUUID()}`, global)).status).toBe(403);
    await api.get('/admin/users', { expect: 403 });
  });

  it('is recorded in runs and tool calls with the user and the service account', async () => {
    const path = `/intelligence/runs/${randomUUID()}`;
    const api = await as(zoe);
    const both = { requested_by_user_id: zoe.userId, requested_by_service_id: service.userId };
    const created = await api.put<IntelligenceRun>(path, { purpose: 'other', status: 'running' }, { expect: 201 });
    expect(created.body).toMatchObject(both);
    const call = { name: 'search', kind: 'search' };
    await api.put(`${path}/tool-calls/1`, call, { expect: 201 });
    await client(app).as(zoe).put(`${path}/tool-calls/2`, call, { expect: 201 });
    await client(app).as(zoe).put(path, { status: 'succeeded' }, { expect: 200 });
    const { run } = (await client(app).as(zoe).post<RunAuditResponse>(`${path}/audit`, {}, { expect: 200 })).body;
    expect(run).toMatchObject(both);
    expect(run.tool_calls.map((each) => each.requested_by_service_id)).toEqual([service.userId, null]);
    const history = await app.app
      .get(DataSource)
      .query<{ record: string }[]>('SELECT record FROM intelligence_run_history WHERE run_id = $1 ORDER BY 1', [
        run.run_id,
      ]);
    const actors = history.map(({ record }) => (JSON.parse(record) as { service_id?: string }).service_id ?? null);
    expect(actors.sort()).toEqual([service.userId, service.userId, null, null].sort());
    expect((await api.get(`${path}/verify`, { expect: 200 })).body).toMatchObject({ unbroken: true, records: 4 });
  });

  it('cannot act for a third user', async () => {
    const api = await as(zoe);
    if (means.startsWith('the header')) await api.post('/auth/exchange', { user_id: bob.userId }, { expect: 403 });
    else {
      const headers = { 'x-act-for-user': `user_id=${bob.userId}` };
      await api.get('/auth/me', { headers, expect: 403 });
      await api.post('/auth/exchange', { user_id: bob.userId }, { expect: 403 });
    }
  });
});

describe('an exchanged token', () => {
  it('has the format of RFC 8693 and a short lifetime', async () => {
    const { body } = await exchange({ username: 'ZOË' });
    expect(body).toMatchObject({
      issued_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      token_type: 'Bearer',
      expires_in: 300,
    });
    const claims = claimsOf(body.access_token);
    expect(claims).toMatchObject({ sub: zoe.userId, act: { sub: service.userId, key_id: service.keyId } });
    expect(Number(claims['exp']) - Number(claims['iat'])).toBe(300);
  });

  it.each<[string, (actor: TestService, user: TestUser) => Promise<ApiResponse>]>([
    ['the key is revoked', ({ userId, keyId }) => asAdmin().delete(`/admin/users/${userId}/keys/${keyId}`)],
    ['the service account is disabled', ({ userId }) => asAdmin().patch(`/admin/users/${userId}`, { disabled: true })],
    ['the right to act is removed', ({ userId }) => asAdmin().patch(`/admin/users/${userId}`, { scopes: [] })],
    ['the user is disabled', (_, { userId }) => asAdmin().patch(`/admin/users/${userId}`, { disabled: true })],
    [
      'the user becomes an administrator',
      (_, { userId }) => asAdmin().patch(`/admin/users/${userId}`, { role: 'admin' }),
    ],
    ['the user is deleted', (_, { userId }) => asAdmin().delete(`/admin/users/${userId}`)],
  ])('and the header are refused with the next request on every instance when %s', async (_, end) => {
    const [actor, user] = [await createService(app, { scopes: ['act_for_users'] }, admin), await createUser(app)];
    const token = (await exchange({ user_id: user.userId }, actor)).body.access_token;
    const header = `user_id=${user.userId}`;
    const statuses = async (): Promise<number[]> => {
      const clients = [app, other].flatMap((at) => [client(at).as(token), acting(header, actor, at)]);
      return (await Promise.all(clients.map((api) => api.get('/auth/me')))).map(({ status }) => status);
    };
    expect(await statuses()).toEqual([200, 200, 200, 200]);
    expect((await end(actor, user)).status).toBeLessThan(300);
    const [first, byHeader, second, byOtherHeader] = await statuses();
    expect([first, second]).toEqual([401, 401]);
    expect([401, 403]).toContain(byHeader);
    expect(byOtherHeader).toBe(byHeader);
  });

  it('gets 401 if its claim `act` is malformed or names a key of another account', async () => {
    const sign = (act: unknown): string =>
      hmacToken(
        { alg: 'HS256', typ: 'at+jwt' },
        validClaims(app.config, { sub: zoe.userId, act }),
        app.config.auth.jwtSecret ?? '',
      );
    const good = { sub: service.userId, key_id: service.keyId };
    await client(app).as(sign(good)).get('/auth/me', { expect: 200 });
    const bad = [null, 'x', 7, [], {}, { sub: service.userId }, { ...good, key_id: 'x' }, { ...good, sub: 7 }];
    for (const act of [...bad, { ...good, key_id: randomUUID() }, { ...good, key_id: unentitled.keyId }]) {
      await client(app).as(sign(act)).get('/auth/me', { expect: 401 });
    }
  });

  const asAdmin = (): ApiClient => client(app).as(admin);
});

describe('unknown users and users that must not be acted for', () => {
  const selections = (): [string, string][] => [
    ['user_id', randomUUID()],
    ['user_id', admin.userId],
    ['user_id', disabled.userId],
    ['user_id', service.userId],
    ['user_id', unentitled.userId],
    ['username', 'nobody'],
    ['username', 'gone'],
    ['username', admin.username],
    ['username', service.username],
    ['username', "' OR 1=1 --"],
    ['username', '%'],
    ['subject', 'auth0|1'],
    ['subject', zoe.userId],
  ];

  it('get the same answer, by the header and by the exchange', async () => {
    const texts = new Set<string>();
    for (const [kind, value] of selections()) {
      const path = `/intelligence/items/${mediaIdOf('movie', 'Metropolis')}/context`;
      const answers = [
        await acting(`${kind}=${encodeURIComponent(value)}`).post(path, {}),
        await exchange({ [kind]: value }),
        await exchange({ [kind]: value }, unentitled),
      ];
      for (const { status, text, body } of answers) {
        texts.add(`${status} ${text.replace(String((body as unknown as { instance: string }).instance), '')}`);
      }
    }
    expect([...texts]).toEqual([expect.stringMatching(/^403 .*"code":"forbidden"/)]);
  });
});

it('a caller without the right to act for users, even an administrator, gets 403 for every user', async () => {
  for (const caller of [acting(`user_id=${bob.userId}`, unentitled), client(app).as(unentitled.key)]) {
    expect((await caller.post('/auth/exchange', { user_id: bob.userId })).status).toBe(403);
  }
  await acting(`user_id=${bob.userId}`, unentitled).get('/auth/me', { expect: 403 });
  for (const user of [admin, bob]) {
    await client(app).as(user).post('/auth/exchange', { user_id: zoe.userId }, { expect: 403 });
    const headers = { 'x-act-for-user': `user_id=${zoe.userId}` };
    await client(app).as(user).get('/auth/me', { headers, expect: 403 });
  }
});

describe('hostile input', () => {
  it.each([
    '',
    'x',
    'bob',
    'user_id=',
    'user_id=x',
    `user_id=${randomUUID()}x`,
    'userid=1',
    'role=admin',
    'username=%',
    'username=%ff',
    'username=a b',
    `username=${'x'.repeat(257)}`,
    `subject=${'x'.repeat(256)}`,
    'subject=%00',
    'username=%00',
    'username=a%00b',
    'username=%ef%bf%bf',
    `username=bob, username=bob`,
    `user_id=${randomUUID()};username=bob`,
    `subject=${'%41'.repeat(2000)}`,
  ])('%j in the header is refused, and the error names the header', async (header) => {
    const { body } = await acting(header).get<{ errors: { field: string }[] }>('/auth/me', { expect: 400 });
    expect(body.errors).toMatchObject([{ field: 'X-Act-For-User' }]);
  });

  it.each<[object, string]>([
    [{}, 'body'],
    [{ user_id: randomUUID(), username: 'bob' }, 'body'],
    [{ user_id: 'x' }, 'user_id'],
    [{ user_id: null }, 'user_id'],
    [{ username: '' }, 'username'],
    [{ username: ['bob'] }, 'username'],
    [{ subject: 'x'.repeat(256) }, 'subject'],
    [{ username: 'bob', scope: 'admin' }, 'scope'],
  ])('an exchange for %j is refused, and the error names the field', async (body, field) => {
    const answer = await exchange(body);
    expect([answer.status, (answer.body as unknown as { errors: { field: string }[] }).errors[0]?.field]).toEqual([
      400,
      field,
    ]);
  });
});

describe('rate limits', () => {
  it('count a request with an invalid header against its key, its user or its address', async () => {
    const env = { RATE_LIMIT_PER_MINUTE: '5', KEY_RATE_LIMIT_PER_MINUTE: '7' };
    const limited = await createTestApp({ peerOf: app, env });
    const ask = async (token: string): Promise<number[]> => {
      const statuses = [];
      for (let index = 0; index < 9; index += 1) {
        statuses.push((await acting('nonsense', { key: token }, limited).get('/auth/me')).status);
      }
      return statuses;
    };
    const times = (count: number, status: number): number[] => Array<number>(count).fill(status);
    try {
      const [actor, user] = [await createService(app, { scopes: ['act_for_users'] }, admin), await createUser(app)];
      // The counts restart with each minute, so the requests need a minute with 20 seconds left.
      await eventually(() => 60_000 - (Date.now() % 60_000) >= 20_000, 60_000);
      expect(await ask(actor.key)).toEqual([...times(7, 400), ...times(2, 429)]);
      expect(await ask(user.token)).toEqual([...times(5, 400), ...times(4, 429)]);
      expect(await ask(makeApiKey().key)).toEqual([...times(5, 401), ...times(4, 429)]);
    } finally {
      await limited.close();
    }
  });

  it('count a request for a user against both the user and the API key', async () => {
    const env = { RATE_LIMIT_PER_MINUTE: '10', KEY_RATE_LIMIT_PER_MINUTE: '25' };
    const limited = await createTestApp({ peerOf: app, env });
    const count = async (requests: number, api: ApiClient): Promise<number> => {
      let passed = 0;
      for (let index = 0; index < requests; index += 1) if ((await api.get('/auth/me')).status === 200) passed += 1;
      return passed;
    };
    try {
      const [one, two, three] = [await createUser(app), await createUser(app), await createUser(app)];
      // The counts restart with each minute, so the requests need a minute with 20 seconds left.
      await eventually(() => 60_000 - (Date.now() % 60_000) >= 20_000, 60_000);
      // Requests of the user and requests for the user count together.
      expect(await count(4, client(limited).as(one))).toBe(4);
      expect(await count(10, acting(`user_id=${one.userId}`, service, limited))).toBe(6);
      expect(await count(10, acting(`user_id=${two.userId}`, service, limited))).toBe(10);
      // The key may send 25 requests, and has sent 20.
      expect(await count(10, acting(`user_id=${three.userId}`, service, limited))).toBe(5);
      expect(await count(5, client(limited).as(three))).toBe(5);
    } finally {
      await limited.close();
    }
  });
});

describe('with an external issuer', () => {
  it('the header names a user by subject or id, not by user name, and there is no exchange', async () => {
    // The account is new, even if the test is repeated.
    const name = randomUUID();
    const issuer = await startIssuerApp('https://acting.example.org/', { peerOf: app });
    try {
      const as = (user: string): ApiClient => acting(user, service, issuer.app);
      await as(`subject=auth0%7C${name}`).get('/auth/me', { expect: 403 });
      const token = issuer.token(`auth0|${name}`, { preferred_username: `chosen-${name}` });
      const me = await client(issuer.app).as(token).get<{ user_id: string }>('/auth/me', { expect: 200 });
      for (const user of [`subject=auth0%7C${name}`, `user_id=${me.body.user_id}`]) {
        const { body } = await as(user).get<{ user_id: string }>('/auth/me', { expect: 200 });
        expect(body.user_id).toBe(me.body.user_id);
      }
      for (const user of [
        `username=chosen-${name}`,
        'username=bob',
        `user_id=${bob.userId}`,
        `subject=AUTH0%7C${name}`,
      ]) {
        await as(user).get('/auth/me', { expect: 403 });
      }
      const exchanged = client(issuer.app)
        .as(service.key)
        .post('/auth/exchange', { subject: `auth0|${name}` });
      expect((await exchanged).status).toBe(404);
      // The instance with local accounts does not act for users of the issuer.
      await acting(`subject=auth0%7C${name}`).get('/auth/me', { expect: 403 });
      await acting(`user_id=${me.body.user_id}`).get('/auth/me', { expect: 403 });
    } finally {
      await issuer.close();
    }
  });
});
