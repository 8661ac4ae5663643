/** Access tokens in the formats of common issuers, signed with generated keys. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { OverviewResponse } from '../../../src/overview/overview.dto';
import { importCatalog, library, movie, uuidOf } from '../../support/catalog/catalog';
import { createUser, type TestUser } from '../../support/accounts/accounts';
import { type ApiClient, client } from '../../support/requests/client';
import { type IssuerKey, type KeyServer, makeKey, startKeyServer } from '../../support/accounts/key-server';
import { createTestApp, type TestApp } from '../../support/app/test-app';
import { keyToken } from '../../support/accounts/tokens';

interface Shape {
  readonly issuer: string;
  /** Value of `JWT_AUDIENCE` for this issuer. */
  readonly audience: string;
  readonly algorithm: 'RS256' | 'ES256';
  /** Changes of the key in the issuer's key set; `undefined` removes a member. */
  readonly shown: Readonly<Record<string, unknown>>;
  /** Members of the token header, except `alg` and `kid`. */
  readonly header: Readonly<Record<string, unknown>>;
  /** Claims of the token, except `iss`, `iat`, `nbf` and `exp`. */
  readonly claims: Readonly<Record<string, unknown>>;
  readonly lifeSeconds: number;
}

const TENANT = '9188040d-6c67-4c5b-b112-36a304b66dad';

const SHAPES: Readonly<Record<string, Shape>> = {
  'Keycloak, RS256': {
    issuer: 'https://login.example.org/realms/media',
    audience: 'read-model',
    algorithm: 'RS256',
    shown: { use: 'sig', x5c: ['MIICmzCCAYMCBgGM'], x5t: 'q1Ys' },
    header: { typ: 'JWT' },
    lifeSeconds: 300,
    claims: {
      jti: `onrtac:${randomUUID()}`,
      aud: ['read-model', 'account'],
      sub: 'f4f0d6c4-2f0e-4d0c-9f6a-2f5c7c8b9a10',
      typ: 'Bearer',
      azp: 'web',
      sid: randomUUID(),
      acr: '1',
      'allowed-origins': ['https://app.example.org'],
      realm_access: { roles: ['offline_access', 'default-roles-media', 'uma_authorization'] },
      resource_access: { account: { roles: ['manage-account', 'view-profile'] } },
      scope: 'openid profile email',
      email_verified: true,
      preferred_username: 'ada',
    },
  },
  'Keycloak, ES256, federated user': {
    issuer: 'https://login.example.org/realms/ec',
    audience: 'read-model',
    algorithm: 'ES256',
    shown: { use: 'sig' },
    header: { typ: 'JWT' },
    lifeSeconds: 300,
    claims: { aud: 'read-model', sub: 'f:0b6b0c7e-8d1d-4f25-a6a1-2d3c1d1c9c55:ada', typ: 'Bearer', azp: 'web' },
  },
  Auth0: {
    issuer: 'https://media.eu.auth0.com/',
    audience: 'https://read-model.example.org',
    algorithm: 'RS256',
    shown: { use: 'sig', x5t: 'NkFC', x5c: ['MIIDBzCCAe+gAwIBAgIJ'] },
    header: { typ: 'JWT' },
    lifeSeconds: 86_400,
    claims: {
      sub: 'auth0|5f7c8ec7c33c6c004bbafe82',
      aud: ['https://read-model.example.org', 'https://media.eu.auth0.com/userinfo'],
      azp: 'my3JLKfTX6v2x5Lk0i0bXBYIjWKTQxkC',
      scope: 'openid profile email',
      permissions: ['read:all'],
    },
  },
  'Auth0, machine client, RFC 9068': {
    issuer: 'https://machines.eu.auth0.com/',
    audience: 'https://read-model.example.org',
    algorithm: 'RS256',
    shown: { use: 'sig' },
    header: { typ: 'at+jwt' },
    lifeSeconds: 86_400,
    claims: {
      sub: 'my3JLKfTX6v2x5Lk0i0bXBYIjWKTQxkC@clients',
      aud: 'https://read-model.example.org',
      jti: 'QbCh6xP1KMkUwtdZ',
      client_id: 'my3JLKfTX6v2x5Lk0i0bXBYIjWKTQxkC',
      gty: 'client-credentials',
    },
  },
  Okta: {
    issuer: 'https://media.okta.com/oauth2/default',
    audience: 'api://default',
    algorithm: 'RS256',
    shown: { use: 'sig' },
    header: {},
    lifeSeconds: 3600,
    claims: {
      ver: 1,
      jti: 'AT.0mP4JKAZX1iACIT4vbEDF7LpvDVjxypPMf0D7uX39RE',
      aud: 'api://default',
      cid: '0oacqf8qaJw56czJi0g4',
      uid: '00ujmkLgagxeRrAg20g3',
      scp: ['openid', 'email'],
      auth_time: 1_600_000_000,
      sub: 'ada@example.org',
    },
  },
  'Entra ID, version 2': {
    issuer: `https://login.microsoftonline.com/${TENANT}/v2.0`,
    audience: '6e74172b-be56-4843-9ff4-e66a39bb12e3',
    algorithm: 'RS256',
    shown: { use: 'sig', alg: undefined, x5t: '-KI3', x5c: ['MIIDBTCCAe2gAwIBAgIQ'], issuer: 'https://x/v2.0' },
    header: { typ: 'JWT', x5t: '-KI3Q9nNR7bRofxmeZoXqbHZGew' },
    lifeSeconds: 5_300,
    claims: {
      aud: '6e74172b-be56-4843-9ff4-e66a39bb12e3',
      aio: 'AXQAi/8IAAAAFm+E/QTG+gFnVxLjWdw8K+61AGrSOuMMF6ebaMj7XO3Ib',
      azp: '6e74172b-be56-4843-9ff4-e66a39bb12e3',
      azpacr: '0',
      name: 'Ada Lovelace',
      oid: '690222be-ff1a-4d56-abd1-7e4f7d38e474',
      preferred_username: 'ada@media.onmicrosoft.com',
      rh: '0.AQEAv4j5cvGGr0GRqy180BHbR2',
      scp: 'access_as_user',
      sub: 'HKZpfaHyWadeOouYlitjrI-KffTm222X5rrV3xDqfKQ',
      tid: TENANT,
      uti: 'fqiBqXLPj0eQa82S-IYFAA',
      ver: '2.0',
    },
  },
  Google: {
    issuer: 'https://accounts.google.com',
    audience: '32555940559.apps.googleusercontent.com',
    algorithm: 'RS256',
    shown: { use: 'sig' },
    header: { typ: 'JWT' },
    lifeSeconds: 3600,
    claims: {
      azp: '32555940559.apps.googleusercontent.com',
      aud: '32555940559.apps.googleusercontent.com',
      sub: '110169484474386276334',
      email: 'ada@example.org',
      email_verified: true,
      at_hash: 'HK6E_P6Dh8Y93mRNtsDB1Q',
      name: 'Ada Lovelace',
      picture: 'https://lh3.googleusercontent.com/a-/photo.jpg',
    },
  },
  'an issuer that follows RFC 9068 exactly': {
    issuer: 'https://as.example.com/',
    audience: 'https://rs.example.com/',
    algorithm: 'ES256',
    shown: {},
    header: { typ: 'application/at+jwt' },
    lifeSeconds: 3600,
    claims: {
      sub: '5ba552d67',
      aud: 'https://rs.example.com/',
      jti: 'dbe39bf3a3ba4238a513f51d6e1691c4',
      client_id: 's6',
    },
  },
};

const KEYS: Readonly<Record<'RS256' | 'ES256', IssuerKey>> = {
  RS256: makeKey('a-signing-key', 'RS256'),
  ES256: makeKey('an-elliptic-key', 'ES256'),
};

let local: TestApp;
let admin: TestUser;
beforeAll(async () => {
  local = await createTestApp();
  admin = await createUser(local, { role: 'admin' });
  await importCatalog(local, admin, [library('Films'), movie('Films', 'Metropolis')]);
});
afterAll(() => local.close());

/** Starts an instance that accepts the tokens of one issuer. It shares the database of `local`. */
async function startAt(
  { issuer, audience, algorithm, shown }: Shape,
  env: Record<string, string> = {},
): Promise<{ app: TestApp; keys: KeyServer; close: () => Promise<void> }> {
  const encryption: IssuerKey = { ...makeKey('an-encryption-key', 'RS256'), shown: { use: 'enc', alg: 'RSA-OAEP' } };
  const keys = await startKeyServer([encryption, { ...KEYS[algorithm], shown }]);
  const app = await createTestApp({
    peerOf: local,
    env: {
      AUTH_MODE: 'jwks',
      JWKS_URI: keys.url,
      JWT_ISSUER: issuer,
      JWT_AUDIENCE: audience,
      JWT_SECRET: '',
      CURSOR_SECRET: randomBytes(48).toString('base64'),
      ...env,
    },
  });
  const close = async (): Promise<void> => {
    await app.close();
    await keys.close();
  };
  return { app, keys, close };
}

function tokenOf(
  { issuer, algorithm, header, claims, lifeSeconds }: Shape,
  changes: { header?: Record<string, unknown>; claims?: Record<string, unknown> } = {},
): string {
  const key = KEYS[algorithm];
  const now = Math.floor(Date.now() / 1000);
  const times = { iat: now, nbf: now, exp: now + lifeSeconds };
  return keyToken(
    { alg: algorithm, kid: key.kid, ...header, ...changes.header },
    { iss: issuer, ...times, ...claims, ...changes.claims },
    key.privateKey,
  );
}

interface Me {
  user_id: string;
  username: string;
  role: string;
  library_ids: string[] | null;
}

describe.each(Object.entries(SHAPES))('a token of %s', (_, shape) => {
  let instance: Awaited<ReturnType<typeof startAt>>;
  let api: ApiClient;
  beforeAll(async () => {
    instance = await startAt(shape);
    api = client(instance.app);
  });
  afterAll(() => instance.close());

  it('is accepted, but by default its user sees no library until an administrator grants one', async () => {
    const user = api.as(tokenOf(shape));
    const me = await user.get<Me>('/auth/me', { expect: 200 });
    expect(me.body).toMatchObject({ role: 'user', library_ids: [] });
    const overview = () => user.post<OverviewResponse>('/intelligence/libraries/overview', {}, { expect: 200 });
    expect((await overview()).body.libraries).toEqual([]);
    const path = `/admin/users/${me.body.user_id}`;
    await client(local)
      .as(admin)
      .patch(path, { library_ids: [uuidOf('Films')] }, { expect: 200 });
    expect((await overview()).body.libraries).toMatchObject([{ library_id: uuidOf('Films') }]);
  });

  it('belongs to the same account as another token with the same subject', async () => {
    const [firstMe, secondMe] = await Promise.all(
      ['first', 'second'].map((jti) =>
        api.as(tokenOf(shape, { claims: { jti } })).get<Me>('/auth/me', { expect: 200 }),
      ),
    );
    expect(firstMe?.body.user_id).toBe(secondMe?.body.user_id);
  });

  it.each<[string, Parameters<typeof tokenOf>[1]]>([
    ['for another audience', { claims: { aud: 'https://elsewhere.example.org' } }],
    ['for a list of other audiences', { claims: { aud: ['https://elsewhere.example.org', `${shape.audience}x`] } }],
    ['for no audience', { claims: { aud: [] } }],
    ['for an audience in a nested list', { claims: { aud: [[shape.audience]] } }],
    ['of another issuer', { claims: { iss: `${shape.issuer}x` } }],
    ['for a logout', { header: { typ: 'logout+jwt' } }],
    ['for a proof of possession', { header: { typ: 'dpop+jwt' } }],
    ['without a subject', { claims: { sub: undefined } }],
  ])('%s gets 401', async (_case, changes) => {
    expect((await api.as(tokenOf(shape, changes)).get('/auth/me')).status).toBe(401);
  });
});

it.each([
  ['at+jwt', 'an issuer that follows RFC 9068 exactly', 401],
  ['at+jwt', 'Auth0', 401],
  ['at+jwt', 'Auth0, machine client, RFC 9068', 200],
  ['at+jwt', 'Okta', 401],
  ['none', 'Okta', 200],
  ['none', 'Google', 401],
  [' Application/AT+JWT , jwt ', 'an issuer that follows RFC 9068 exactly', 200],
  [' Application/AT+JWT , jwt ', 'Google', 200],
])('with JWT_TYPES=%s, a token of %s gets the status %d', async (types, name, status) => {
  const shape = SHAPES[name] as Shape;
  const instance = await startAt(shape, { JWT_TYPES: types });
  try {
    expect((await client(instance.app).as(tokenOf(shape)).get('/auth/me')).status).toBe(status);
  } finally {
    await instance.close();
  }
});
