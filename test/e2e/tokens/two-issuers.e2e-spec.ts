import { randomUUID } from 'node:crypto';
import { type ApiClient, client } from '../../support/requests/client';
import { type IssuerKey, makeKey } from '../../support/accounts/key-server';
import { type OidcServer, startOidcServer } from '../../support/accounts/oidc-server';
import type { TestApp } from '../../support/app/test-app';
import { KEYS, type Me, startLocalService, startIssuerService, tokenOf } from './discovered-issuers';

let local: TestApp;

beforeAll(async () => {
  ({ app: local } = await startLocalService());
});
afterAll(() => local.close());

describe('two issuers side by side', () => {
  let issuer1: OidcServer;
  let issuer2: OidcServer;
  let app: TestApp;
  const key2 = makeKey('rsa', 'RS256');
  let clockOffsetMs = 0;

  beforeAll(async () => {
    [issuer1, issuer2] = [await startOidcServer('/one', [KEYS.RS256]), await startOidcServer('/two/', [key2])];
    const grants = { [issuer1.issuer]: { roles: { chief: { role: 'admin', libraries: 'all' } } } };
    app = await startIssuerService(local, {
      OIDC_ISSUER: `${issuer1.issuer}, ${issuer2.issuer}`,
      OIDC_AUDIENCE: 'first,second',
      OIDC_CLAIMS: JSON.stringify(grants),
    });
  });
  afterAll(async () => {
    await app.close();
    await Promise.all([issuer1, issuer2].map((issuer) => issuer.close()));
  });

  const as = (issuer: OidcServer, key: IssuerKey, aud: string, more: object = {}): ApiClient =>
    client(app).as(tokenOf(issuer, { key, header: { typ: 'at+jwt' }, claims: { sub: 'same', aud, ...more } }));

  it('have separate users and separate rights', async () => {
    const [firstUser, secondUser] = await Promise.all([
      as(issuer1, KEYS.RS256, 'first', { roles: ['chief'] }).get<Me>('/auth/me', { expect: 200 }),
      as(issuer2, key2, 'second', { roles: ['chief'] }).get<Me>('/auth/me', { expect: 200 }),
    ]);
    expect(firstUser.body.user_id).not.toBe(secondUser.body.user_id);
    expect([firstUser.body.role, secondUser.body.role]).toEqual(['admin', 'user']);
  });

  it.each<[string, () => ApiClient]>([
    ['of the first issuer with the key of the second', () => as(issuer1, key2, 'first')],
    ['of the second issuer with the key of the first', () => as(issuer2, KEYS.RS256, 'second')],
    ['of the first issuer for the audience of the second', () => as(issuer1, KEYS.RS256, 'second')],
    ['of the second issuer for the audience of the first', () => as(issuer2, key2, 'first')],
    [
      'of the second issuer without its last slash',
      () => as({ ...issuer2, issuer: issuer2.issuer.slice(0, -1) }, key2, 'second'),
    ],
    ['of an unknown issuer', () => as({ ...issuer1, issuer: 'https://three.example.org' }, KEYS.RS256, 'first')],
    ['of both issuers at once', () => as(issuer1, KEYS.RS256, 'first', { iss: [issuer1.issuer, issuer2.issuer] })],
  ])('do not make the service accept a token %s', async (_, make) => {
    await make().get('/auth/me', { expect: 401 });
  });

  it('are both named in the metadata of the MCP endpoint', async () => {
    const { body } = await client(app).get('/.well-known/oauth-protected-resource/mcp', { expect: 200 });
    expect(body['authorization_servers']).toEqual([issuer1.issuer, issuer2.issuer]);
  });

  it('have separate key sets, so an unknown key of one issuer causes no request to the other', async () => {
    await as(issuer1, KEYS.RS256, 'first').get('/auth/me', { expect: 200 });
    await as(issuer2, key2, 'second').get('/auth/me', { expect: 200 });
    const counts = (): number[] => [issuer1.requests.length, issuer2.requests.length];
    const [before1 = 0, before2 = 0] = counts();
    // An unknown key causes requests only if the key set is at least ten seconds old. The offset grows, because a
    // repeated run of this test finds the time of the earlier run in the key set.
    clockOffsetMs += 11_000;
    const now = performance.now.bind(performance);
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => now() + clockOffsetMs);
    try {
      await as(issuer2, makeKey(randomUUID(), 'RS256'), 'second').get('/auth/me', { expect: 401 });
    } finally {
      clock.mockRestore();
    }
    // One request for the discovery document and one for the key set.
    expect(counts()).toEqual([before1, before2 + 2]);
  });

  it('make an administrator name one of them for each new account', async () => {
    const chief = as(issuer1, KEYS.RS256, 'first', { sub: 'chief', roles: ['chief'] });
    const subject = randomUUID();
    await chief.post('/admin/users', { subject }, { expect: 400 });
    await chief.post('/admin/users', { subject, issuer: 'https://three.example.org' }, { expect: 400 });
    const created = await chief.post('/admin/users', { subject, issuer: issuer2.issuer }, { expect: 201 });
    expect(created.body).toMatchObject({ issuer: issuer2.issuer, subject, external: true });
  });
});
