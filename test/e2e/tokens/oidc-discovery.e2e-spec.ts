/** Issuers with OpenID Connect Discovery, and the rights that their claims grant. */
import { randomBytes, randomUUID } from 'node:crypto';
import { createUser, type TestUser } from '../../support/accounts/accounts';
import { createService } from '../../support/accounts/api-keys';
import { importCatalog, library, movie, uuidOf } from '../../support/catalog/catalog';
import { type ApiClient, client } from '../../support/requests/client';
import { type IssuerKey, makeKey } from '../../support/accounts/key-server';
import { type OidcServer, startOidcServer } from '../../support/accounts/oidc-server';
import { createTestApp, type TestApp } from '../../support/app/test-app';
import { keyToken } from '../../support/accounts/tokens';

const FILMS = uuidOf('Films');
const AUDIENCE = 'read-model';
const GROUP = 'c7f1d0d4-5b9a-4a8e-9d0b-0c6f8f1f2a11';
const KEYS = { RS256: makeKey('rsa', 'RS256'), ES256: makeKey('ec', 'ES256') };

interface Shape {
  /** Path of the issuer's URL. */
  readonly path: string;
  readonly algorithm: 'RS256' | 'ES256';
  readonly header: Readonly<Record<string, unknown>>;
  /** Members of the key in the key set. */
  readonly shown?: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
  /** The claim that grants rights, and its value in `claims`. */
  readonly claim: string;
  readonly value: string;
}

/** Tokens in the formats of these issuers, with the claim that contains roles or groups. */
const SHAPES: Readonly<Record<string, Shape>> = {
  Keycloak: {
    path: '/realms/media',
    algorithm: 'RS256',
    header: { typ: 'JWT' },
    claim: 'realm_access.roles',
    value: 'media-editor',
    claims: {
      sub: 'f4f0d6c4-2f0e-4d0c-9f6a-2f5c7c8b9a10',
      aud: [AUDIENCE, 'account'],
      typ: 'Bearer',
      azp: 'web',
      realm_access: { roles: ['offline_access', 'media-editor'] },
      scope: 'openid profile',
      resource_access: { account: { roles: ['manage-account'] } },
    },
  },
  Auth0: {
    path: '/',
    algorithm: 'RS256',
    header: { typ: 'at+jwt' },
    claim: 'https://media.example.org/roles',
    value: 'Media editor',
    claims: {
      sub: 'auth0|5f7c8ec7c33c6c004bbafe82',
      aud: [AUDIENCE, 'https://media.eu.auth0.com/userinfo'],
      scope: 'openid profile',
      permissions: ['read:all'],
      'https://media.example.org/roles': ['Media editor'],
    },
  },
  Okta: {
    path: '/oauth2/default',
    algorithm: 'RS256',
    header: {},
    claim: 'groups',
    value: 'Media Editors',
    claims: {
      sub: 'ada@example.org',
      aud: AUDIENCE,
      ver: 1,
      cid: '0oacqf8qaJw56czJi0g4',
      scp: ['openid', 'groups'],
      groups: ['Everyone', 'Media Editors'],
    },
  },
  'Entra ID': {
    path: '/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0',
    algorithm: 'RS256',
    header: { typ: 'JWT', x5t: '-KI3' },
    shown: { alg: undefined, use: 'sig' },
    claim: 'groups',
    value: GROUP,
    claims: {
      sub: 'HKZpfaHyWadeOouYlitjrI',
      aud: AUDIENCE,
      ver: '2.0',
      tid: '9188040d-6c67-4c5b-b112-36a304b66dad',
      scp: 'access_as_user',
      groups: [...Array.from({ length: 80 }, () => randomUUID()), GROUP],
    },
  },
  Google: {
    path: '',
    algorithm: 'RS256',
    header: { typ: 'JWT' },
    claim: 'hd',
    value: 'example.org',
    claims: { sub: '110169484474386276334', aud: AUDIENCE, azp: AUDIENCE, hd: 'example.org', email_verified: true },
  },
  'an issuer with elliptic keys and a scope': {
    path: '/as',
    algorithm: 'ES256',
    header: { typ: 'at+jwt' },
    claim: 'scope',
    value: 'media:edit',
    claims: { sub: '5ba552d67', aud: AUDIENCE, scope: 'openid media:edit email' },
  },
};

const EDITOR = { scopes: ['artifacts:write'], libraries: [FILMS] };

let first: TestApp;
let admin: TestUser;
beforeAll(async () => {
  first = await createTestApp();
  admin = await createUser(first, { role: 'admin' });
  await importCatalog(first, admin, [library('Films'), movie('Films', 'Metropolis'), library('Shorts')]);
});
afterAll(() => first.close());

function startWith(env: Record<string, string>): Promise<TestApp> {
  const secrets = { JWT_SECRET: '', CURSOR_SECRET: randomBytes(48).toString('base64') };
  return createTestApp({ beside: first, env: { AUTH_MODE: 'jwks', OIDC_AUDIENCE: AUDIENCE, ...secrets, ...env } });
}

interface TokenChanges {
  readonly key?: IssuerKey;
  readonly header?: Readonly<Record<string, unknown>>;
  readonly claims?: Readonly<Record<string, unknown>>;
}

function tokenOf({ issuer }: Pick<OidcServer, 'issuer'>, { key = KEYS.RS256, header, claims }: TokenChanges): string {
  const now = Math.floor(Date.now() / 1000);
  const whole = { iss: issuer, aud: AUDIENCE, iat: now, exp: now + 600, ...claims };
  return keyToken({ alg: key.alg, kid: key.kid, ...header }, whole, key.privateKey);
}

interface Me {
  user_id: string;
  role: string;
  scopes: string[];
  library_ids: string[] | null;
}

describe.each(Object.entries(SHAPES))('a token of %s', (_, shape) => {
  let issuer: OidcServer;
  let app: TestApp;
  const key = KEYS[shape.algorithm];
  const token = (claims: object = {}): string =>
    tokenOf(issuer, { key, header: shape.header, claims: { ...shape.claims, ...claims } });
  const me = async (bearer: string): Promise<Me> =>
    (await client(app).as(bearer).get<Me>('/auth/me', { expect: 200 })).body;

  beforeAll(async () => {
    issuer = await startOidcServer(shape.path, [{ ...key, shown: shape.shown }]);
    const grants = { [issuer.issuer]: { [shape.claim]: { [shape.value]: EDITOR } } };
    app = await startWith({ OIDC_ISSUER: issuer.issuer, OIDC_CLAIMS: JSON.stringify(grants) });
  });
  afterAll(async () => {
    await app.close();
    await issuer.close();
  });

  it('is accepted by discovery, with the rights of its claim', async () => {
    expect(await me(token())).toMatchObject({ role: 'user', scopes: ['artifacts:write'], library_ids: [FILMS] });
    expect(issuer.requests).toHaveLength(2);
    await me(token());
    expect(issuer.requests).toHaveLength(2);
  });

  it('grants nothing without the claim value, whatever its other claims are', async () => {
    const without = { [shape.claim.split('.')[0] ?? '']: undefined, [shape.claim]: undefined };
    const tries = { role: 'admin', roles: [shape.value], scopes: ['catalog:write'], is_admin: true };
    expect(await me(token({ sub: 'nobody', ...without, ...tries }))).toMatchObject({
      role: 'user',
      scopes: [],
      library_ids: [],
    });
  });

  it.each<[string, object]>([
    ['another audience', { aud: 'https://elsewhere.example.org' }],
    ['another issuer', { iss: 'https://elsewhere.example.org' }],
    ['no subject', { sub: undefined }],
  ])('with %s is refused', async (_case, claims) => {
    await client(app).as(token(claims)).get('/auth/me', { expect: 401 });
  });
});

describe('the rights of a token', () => {
  let issuer: OidcServer;
  let app: TestApp;
  let now: number;
  const sub = (): string => `user|${randomUUID()}`;
  const as = (subject: string, roles: unknown, age: number): ApiClient =>
    client(app).as(tokenOf(issuer, { header: { typ: 'at+jwt' }, claims: { sub: subject, roles, iat: now - age } }));
  const me = async (api: ApiClient): Promise<Me> => (await api.get<Me>('/auth/me', { expect: 200 })).body;

  beforeAll(async () => {
    issuer = await startOidcServer('/', [KEYS.RS256]);
    const grants = {
      admin: { role: 'admin', libraries: 'all' },
      shorts: { libraries: [uuidOf('Shorts')] },
      films: EDITOR,
    };
    app = await startWith({
      OIDC_ISSUER: issuer.issuer,
      OIDC_CLAIMS: JSON.stringify({ [issuer.issuer]: { roles: grants } }),
    });
    now = Math.floor(Date.now() / 1000);
  });
  afterAll(async () => {
    await app.close();
    await issuer.close();
  });

  it('are the sum over all its values', async () => {
    const both = await me(as(sub(), ['films', 'shorts', 'other', 7, null, ['admin']], 0));
    expect(both).toMatchObject({
      role: 'user',
      scopes: ['artifacts:write'],
      library_ids: [FILMS, uuidOf('Shorts')].sort(),
    });
    expect(await me(as(sub(), ['admin', 'films'], 0))).toMatchObject({ role: 'admin', library_ids: null });
  });

  it.each([['admin films'], ['ADMIN'], [' admin'], [{ admin: true }], [[['admin']]], [null], [7], ['__proto__']])(
    'are none for the value %j',
    async (roles) => {
      expect(await me(as(sub(), roles, 0))).toMatchObject({ role: 'user', scopes: [], library_ids: [] });
    },
  );

  it('change with the first later token; an earlier one never restores them', async () => {
    const subject = sub();
    const [old, next] = [as(subject, ['admin'], 100), as(subject, ['films'], 50)];
    await old.get('/admin/users', { expect: 200 });
    expect(await me(next)).toMatchObject({ role: 'user', library_ids: [FILMS] });
    await old.get('/admin/users', { expect: 403 });
    expect(await me(old)).toMatchObject({ role: 'user', library_ids: [FILMS] });
    expect(await me(as(subject, [], 10))).toMatchObject({ role: 'user', scopes: [], library_ids: [] });
    expect(await me(next)).toMatchObject({ role: 'user', scopes: [], library_ids: [] });
  });

  it('are applied once by parallel requests, and are in the audit log', async () => {
    const subject = sub();
    await Promise.all(Array.from({ length: 10 }, () => me(as(subject, ['admin'], 20))));
    const { user_id: userId } = await me(as(subject, ['admin'], 20));
    interface Log {
      entries: { action: string; account_id: string; actor: { origin: string }; changes: { field: string }[] }[];
    }
    const { body } = await client(first).as(admin).get<Log>('/admin/audit-log?limit=50', { expect: 200 });
    expect(body.entries.filter(({ account_id }) => account_id === userId)).toMatchObject([
      {
        action: 'account.change',
        actor: { origin: 'service' },
        changes: [{ field: 'role' }, { field: 'library_ids' }],
      },
    ]);
  });

  it('are those of the user for a service account that acts for the user', async () => {
    const subject = sub();
    await me(as(subject, ['films'], 0));
    const service = await createService(first, { scopes: ['act_for_users'] }, admin);
    const headers = { 'x-act-for-user': `subject=${encodeURIComponent(subject)}` };
    const { body } = await client(app).as(service.key).get<Me>('/auth/me', { headers, expect: 200 });
    expect(body).toMatchObject({ scopes: ['artifacts:write'], library_ids: [FILMS] });
  });

  it('never admit a disabled user', async () => {
    const subject = sub();
    const { user_id: userId } = await me(as(subject, [], 20));
    await client(first).as(admin).patch(`/admin/users/${userId}`, { disabled: true }, { expect: 200 });
    await as(subject, ['admin'], 0).get('/auth/me', { expect: 401 });
  });
});

describe('two issuers side by side', () => {
  let one: OidcServer;
  let two: OidcServer;
  let app: TestApp;
  const other = makeKey('rsa', 'RS256');

  beforeAll(async () => {
    [one, two] = [await startOidcServer('/one', [KEYS.RS256]), await startOidcServer('/two/', [other])];
    const grants = { [one.issuer]: { roles: { chief: { role: 'admin', libraries: 'all' } } } };
    app = await startWith({
      OIDC_ISSUER: `${one.issuer}, ${two.issuer}`,
      OIDC_AUDIENCE: 'first,second',
      OIDC_CLAIMS: JSON.stringify(grants),
    });
  });
  afterAll(async () => {
    await app.close();
    await Promise.all([one, two].map((issuer) => issuer.close()));
  });

  const as = (issuer: OidcServer, key: IssuerKey, aud: string, more: object = {}): ApiClient =>
    client(app).as(tokenOf(issuer, { key, header: { typ: 'at+jwt' }, claims: { sub: 'same', aud, ...more } }));

  it('have separate users and separate rights', async () => {
    const [mine, theirs] = await Promise.all([
      as(one, KEYS.RS256, 'first', { roles: ['chief'] }).get<Me>('/auth/me', { expect: 200 }),
      as(two, other, 'second', { roles: ['chief'] }).get<Me>('/auth/me', { expect: 200 }),
    ]);
    expect(mine.body.user_id).not.toBe(theirs.body.user_id);
    expect([mine.body.role, theirs.body.role]).toEqual(['admin', 'user']);
  });

  it.each<[string, () => ApiClient]>([
    ['with the key of the other issuer', () => as(one, other, 'first')],
    ['with the key of the first issuer', () => as(two, KEYS.RS256, 'second')],
    ['for the audience of the other issuer', () => as(one, KEYS.RS256, 'second')],
    ['for the audience of the first issuer', () => as(two, other, 'first')],
    ['of the issuer without its slash', () => as({ ...two, issuer: two.issuer.slice(0, -1) }, other, 'second')],
    ['of an unknown issuer', () => as({ ...one, issuer: 'https://three.example.org' }, KEYS.RS256, 'first')],
    ['of both issuers', () => as(one, KEYS.RS256, 'first', { iss: [one.issuer, two.issuer] })],
  ])('refuse a token %s', async (_, make) => {
    await make().get('/auth/me', { expect: 401 });
  });

  it('have separate key sets', async () => {
    await as(two, makeKey('unknown', 'RS256'), 'second').get('/auth/me', { expect: 401 });
    const before = one.requests.length;
    await as(one, KEYS.RS256, 'first').get('/auth/me', { expect: 200 });
    expect(one.requests).toHaveLength(before);
  });

  it('must be named when an administrator creates an account', async () => {
    const chief = as(one, KEYS.RS256, 'first', { sub: 'chief', roles: ['chief'] });
    await chief.post('/admin/users', { subject: 'new' }, { expect: 400 });
    await chief.post('/admin/users', { subject: 'new', issuer: 'https://three.example.org' }, { expect: 400 });
    const made = await chief.post('/admin/users', { subject: 'new', issuer: two.issuer }, { expect: 201 });
    expect(made.body).toMatchObject({ issuer: two.issuer, subject: 'new', external: true });
  });
});

describe('discovery', () => {
  it.each<[string, object]>([
    ['of another issuer', { issuer: 'https://elsewhere.example.org' }],
    ['without a key set', { jwks_uri: undefined }],
    ['with a key set that anybody can change on its way', { jwks_uri: 'http://keys.example.org/keys' }],
    ['with a key set that is no URL', { jwks_uri: { url: 'x' } }],
    ['with a key set in a file', { jwks_uri: 'file:///etc/passwd' }],
  ])('%s is not trusted: the answer is 503 until the document is valid', async (_, document) => {
    const issuer = await startOidcServer('/realm', [KEYS.RS256]);
    issuer.document = document as Record<string, unknown>;
    const app = await startWith({ OIDC_ISSUER: issuer.issuer });
    try {
      const token = tokenOf(issuer, { header: { typ: 'JWT' }, claims: { sub: 'ada' } });
      const answer = await client(app).as(token).get('/auth/me', { expect: 503 });
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(issuer.requests).not.toContain('/realm/keys');
    } finally {
      await app.close();
      await issuer.close();
    }
  });
});
