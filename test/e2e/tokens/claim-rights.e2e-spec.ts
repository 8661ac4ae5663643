import { randomUUID } from 'node:crypto';
import type { TestUser } from '../../support/accounts/accounts';
import { createService } from '../../support/accounts/api-keys';
import { uuidOf } from '../../support/catalog/catalog';
import { type ApiClient, client } from '../../support/requests/client';
import { type OidcServer, startOidcServer } from '../../support/accounts/oidc-server';
import type { TestApp } from '../../support/app/test-app';
import { EDITOR, FILMS, KEYS, type Me, startLocalService, startIssuerService, tokenOf } from './discovered-issuers';

let local: TestApp;
let admin: TestUser;

beforeAll(async () => {
  ({ app: local, admin } = await startLocalService());
});
afterAll(() => local.close());

describe('the rights of a token', () => {
  let issuer: OidcServer;
  let app: TestApp;
  let now: number;
  const sub = (): string => `user|${randomUUID()}`;
  /** Returns a client of a user whose token was issued `age` seconds ago. */
  const as = (subject: string, roles: unknown, age: number): ApiClient =>
    client(app).as(tokenOf(issuer, { header: { typ: 'at+jwt' }, claims: { sub: subject, roles, iat: now - age } }));
  const getMe = async (api: ApiClient): Promise<Me> => (await api.get<Me>('/auth/me', { expect: 200 })).body;

  beforeAll(async () => {
    issuer = await startOidcServer('/', [KEYS.RS256]);
    const grants = {
      admin: { role: 'admin', libraries: 'all' },
      shorts: { libraries: [uuidOf('Shorts')] },
      films: EDITOR,
    };
    app = await startIssuerService(local, {
      OIDC_ISSUER: issuer.issuer,
      OIDC_CLAIMS: JSON.stringify({ [issuer.issuer]: { roles: grants } }),
    });
    now = Math.floor(Date.now() / 1000);
  });
  afterAll(async () => {
    await app.close();
    await issuer.close();
  });

  it('are the union of what the values of the claim grant', async () => {
    const combined = await getMe(as(sub(), ['films', 'shorts', 'other', 7, null, ['admin']], 0));
    expect(combined).toMatchObject({
      role: 'user',
      scopes: ['artifacts:write'],
      library_ids: [FILMS, uuidOf('Shorts')].sort(),
    });
    expect(await getMe(as(sub(), ['admin', 'films'], 0))).toMatchObject({ role: 'admin', library_ids: null });
  });

  it.each([['admin films'], ['ADMIN'], [' admin'], [{ admin: true }], [[['admin']]], [null], [7], ['__proto__']])(
    'are none for the value %j',
    async (roles) => {
      expect(await getMe(as(sub(), roles, 0))).toMatchObject({ role: 'user', scopes: [], library_ids: [] });
    },
  );

  it('change with a later token, and are not restored by an earlier one', async () => {
    const subject = sub();
    const [old, next] = [as(subject, ['admin'], 100), as(subject, ['films'], 50)];
    await old.get('/admin/users', { expect: 200 });
    expect(await getMe(next)).toMatchObject({ role: 'user', library_ids: [FILMS] });
    await old.get('/admin/users', { expect: 403 });
    expect(await getMe(old)).toMatchObject({ role: 'user', library_ids: [FILMS] });
    expect(await getMe(as(subject, [], 10))).toMatchObject({ role: 'user', scopes: [], library_ids: [] });
    expect(await getMe(next)).toMatchObject({ role: 'user', scopes: [], library_ids: [] });
  });

  it('are applied and recorded in the audit log once by parallel requests', async () => {
    const subject = sub();
    await Promise.all(Array.from({ length: 10 }, () => getMe(as(subject, ['admin'], 20))));
    const { user_id: userId } = await getMe(as(subject, ['admin'], 20));
    interface Log {
      entries: { action: string; account_id: string; actor: { origin: string }; changes: { field: string }[] }[];
    }
    const { body } = await client(local).as(admin).get<Log>('/admin/audit-log?limit=50', { expect: 200 });
    expect(body.entries.filter(({ account_id }) => account_id === userId)).toMatchObject([
      {
        action: 'account.change',
        actor: { origin: 'service' },
        changes: [{ field: 'role' }, { field: 'library_ids' }],
      },
    ]);
  });

  it('also apply to a service account that acts for the user', async () => {
    const subject = sub();
    await getMe(as(subject, ['films'], 0));
    const service = await createService(local, { scopes: ['act_for_users'] }, admin);
    const headers = { 'x-act-for-user': `subject=${encodeURIComponent(subject)}` };
    const { body } = await client(app).as(service.key).get<Me>('/auth/me', { headers, expect: 200 });
    expect(body).toMatchObject({ scopes: ['artifacts:write'], library_ids: [FILMS] });
  });

  it('never admit a disabled user', async () => {
    const subject = sub();
    const { user_id: userId } = await getMe(as(subject, [], 20));
    await client(local).as(admin).patch(`/admin/users/${userId}`, { disabled: true }, { expect: 200 });
    await as(subject, ['admin'], 0).get('/auth/me', { expect: 401 });
  });
});
