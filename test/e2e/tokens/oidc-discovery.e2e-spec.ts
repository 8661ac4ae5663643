import { randomUUID } from 'node:crypto';
import { client } from '../../support/requests/client';
import { type OidcServer, startOidcServer } from '../../support/accounts/oidc-server';
import type { TestApp } from '../../support/app/test-app';
import {
  AUDIENCE,
  EDITOR,
  FILMS,
  KEYS,
  type Me,
  startLocalService,
  startIssuerService,
  tokenOf,
} from './discovered-issuers';

const GROUP = 'c7f1d0d4-5b9a-4a8e-9d0b-0c6f8f1f2a11';

interface Shape {
  /** Path of the issuer's URL. */
  readonly path: string;
  readonly algorithm: 'RS256' | 'ES256';
  readonly header: Readonly<Record<string, unknown>>;
  /** Changes of the key in the key set; `undefined` removes a member. */
  readonly shown?: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
  /** The claim that grants rights, and its value in `claims`. */
  readonly claim: string;
  readonly value: string;
}

/** Tokens in the formats of common issuers, with the claim that contains roles or groups. */
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

let local: TestApp;

beforeAll(async () => {
  ({ app: local } = await startLocalService());
});
afterAll(() => local.close());

describe.each(Object.entries(SHAPES))('a token of %s', (_, shape) => {
  let issuer: OidcServer;
  let app: TestApp;
  const key = KEYS[shape.algorithm];
  const token = (claims: object = {}): string =>
    tokenOf(issuer, { key, header: shape.header, claims: { ...shape.claims, ...claims } });
  const getMe = async (bearer: string): Promise<Me> =>
    (await client(app).as(bearer).get<Me>('/auth/me', { expect: 200 })).body;

  beforeAll(async () => {
    issuer = await startOidcServer(shape.path, [{ ...key, shown: shape.shown }]);
    const grants = { [issuer.issuer]: { [shape.claim]: { [shape.value]: EDITOR } } };
    app = await startIssuerService(local, { OIDC_ISSUER: issuer.issuer, OIDC_CLAIMS: JSON.stringify(grants) });
  });
  afterAll(async () => {
    await app.close();
    await issuer.close();
  });

  it('is accepted after discovery and has the rights that its claim grants', async () => {
    expect(await getMe(token())).toMatchObject({ role: 'user', scopes: ['artifacts:write'], library_ids: [FILMS] });
    // One request for the discovery document and one for the key set.
    expect(issuer.requests).toHaveLength(2);
    await getMe(token());
    expect(issuer.requests).toHaveLength(2);
  });

  it('grants nothing without the claim value', async () => {
    const withoutClaim = { [shape.claim.split('.')[0] ?? '']: undefined, [shape.claim]: undefined };
    const otherClaims = { role: 'admin', roles: [shape.value], scopes: ['catalog:write'], is_admin: true };
    expect(await getMe(token({ sub: 'nobody', ...withoutClaim, ...otherClaims }))).toMatchObject({
      role: 'user',
      scopes: [],
      library_ids: [],
    });
  });

  it.each<[string, object]>([
    ['another audience', { aud: 'https://elsewhere.example.org' }],
    ['another issuer', { iss: 'https://elsewhere.example.org' }],
    ['no subject', { sub: undefined }],
  ])('with %s gets 401', async (_case, claims) => {
    await client(app).as(token(claims)).get('/auth/me', { expect: 401 });
  });
});

describe('a discovery document', () => {
  it.each<[string, object]>([
    ['of another issuer', { issuer: 'https://elsewhere.example.org' }],
    ['without a key set', { jwks_uri: undefined }],
    ['with a key set that is fetched without TLS', { jwks_uri: 'http://keys.example.org/keys' }],
    ['with a key set that is no URL', { jwks_uri: { url: 'x' } }],
    ['with a key set in a file', { jwks_uri: 'file:///etc/passwd' }],
  ])('is not trusted and leads to 502: %s', async (_, document) => {
    const issuer = await startOidcServer('/realm', [KEYS.RS256]);
    issuer.document = document as Record<string, unknown>;
    const app = await startIssuerService(local, { OIDC_ISSUER: issuer.issuer });
    try {
      const token = tokenOf(issuer, { header: { typ: 'JWT' }, claims: { sub: 'ada' } });
      const answer = await client(app).as(token).get('/auth/me', { expect: 502 });
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(issuer.requests).not.toContain('/realm/keys');
    } finally {
      await app.close();
      await issuer.close();
    }
  });
});
