/** Two external issuers of one service. */
import { type ApiClient, client } from '../../support/requests/client';
import { type IssuerKey, makeKey } from '../../support/accounts/key-server';
import { type OidcServer, startOidcServer } from '../../support/accounts/oidc-server';
import type { TestApp } from '../../support/app/test-app';
import { KEYS, type Me, startLocalService, startIssuerService, tokenOf } from './discovered-issuers';

let first: TestApp;

beforeAll(async () => {
  ({ app: first } = await startLocalService());
});
afterAll(() => first.close());

describe('two issuers side by side', () => {
  let one: OidcServer;
  let two: OidcServer;
  let app: TestApp;
  const secondKey = makeKey('rsa', 'RS256');

  beforeAll(async () => {
    [one, two] = [await startOidcServer('/one', [KEYS.RS256]), await startOidcServer('/two/', [secondKey])];
    const grants = { [one.issuer]: { roles: { chief: { role: 'admin', libraries: 'all' } } } };
    app = await startIssuerService(first, {
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
    const [firstUser, secondUser] = await Promise.all([
      as(one, KEYS.RS256, 'first', { roles: ['chief'] }).get<Me>('/auth/me', { expect: 200 }),
      as(two, secondKey, 'second', { roles: ['chief'] }).get<Me>('/auth/me', { expect: 200 }),
    ]);
    expect(firstUser.body.user_id).not.toBe(secondUser.body.user_id);
    expect([firstUser.body.role, secondUser.body.role]).toEqual(['admin', 'user']);
  });

  it.each<[string, () => ApiClient]>([
    ['of the first issuer with the key of the second', () => as(one, secondKey, 'first')],
    ['of the second issuer with the key of the first', () => as(two, KEYS.RS256, 'second')],
    ['of the first issuer for the audience of the second', () => as(one, KEYS.RS256, 'second')],
    ['of the second issuer for the audience of the first', () => as(two, secondKey, 'first')],
    ['of an issuer without its slash', () => as({ ...two, issuer: two.issuer.slice(0, -1) }, secondKey, 'second')],
    ['of an unknown issuer', () => as({ ...one, issuer: 'https://three.example.org' }, KEYS.RS256, 'first')],
    ['of both issuers', () => as(one, KEYS.RS256, 'first', { iss: [one.issuer, two.issuer] })],
  ])('refuse a token %s', async (_, make) => {
    await make().get('/auth/me', { expect: 401 });
  });

  it('have separate key sets: an unknown key of one issuer causes no request to the other', async () => {
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
