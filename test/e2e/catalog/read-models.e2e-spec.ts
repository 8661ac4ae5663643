import type { ReadModelsResponse, RefreshAccepted } from '../../../src/ops/read-models/read-models.dto';
import { createUser, type TestUser } from '../../support/accounts/accounts';
import { importCatalog, library, mediaIdOf, movie, uuidOf } from '../../support/catalog/catalog';
import { type ApiResponse, client } from '../../support/requests/client';
import { createTestApp, type TestApp } from '../../support/app/test-app';

let app: TestApp;
let admin: TestUser;
let restricted: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  admin = await createUser(app, { role: 'admin' });
  restricted = await createUser(app, { role: 'admin', libraryIds: [uuidOf('Films'), uuidOf('Not yet there')] });
  await importCatalog(app, admin, [
    library('Films'),
    library('Vault'),
    ...['One', 'Two'].map((title) => movie('Films', title)),
    ...['Three', 'Four', 'Five'].map((title) => movie('Vault', title)),
  ]);
});
afterAll(() => app.close());

async function namesFor(user: TestUser): Promise<string[]> {
  const { body } = await client(app).as(user).get<ReadModelsResponse>('/admin/read-models', { expect: 200 });
  return body.libraries.map(({ name }) => name);
}

async function refresh(user: TestUser, body: object): Promise<number> {
  const path = '/admin/read-models/refresh';
  return (await client(app).as(user).post<RefreshAccepted>(path, body, { expect: 202 })).body.queued;
}

function expectNotFound(user: TestUser, body: object): Promise<ApiResponse> {
  return client(app).as(user).post('/admin/read-models/refresh', body, { expect: 404 });
}

describe('administrators of some libraries', () => {
  it('see the state of only their libraries', async () => {
    expect(await namesFor(admin)).toEqual(['Films', 'Vault']);
    expect(await namesFor(restricted)).toEqual(['Films']);
  });

  it('refresh only their libraries', async () => {
    expect([await refresh(admin, {}), await refresh(restricted, {})]).toEqual([5, 2]);
    expect(await refresh(restricted, { library_id: uuidOf('Films').toUpperCase() })).toBe(2);
    expect(await refresh(restricted, { media_id: mediaIdOf('movie', 'One') })).toBe(1);
  });

  it('get the same answers for hidden libraries and items as for absent ones', async () => {
    const answers = [
      await expectNotFound(restricted, { library_id: uuidOf('Nowhere') }),
      await expectNotFound(restricted, { library_id: uuidOf('Not yet there') }),
      await expectNotFound(restricted, { library_id: uuidOf('Vault') }),
      await expectNotFound(restricted, { media_id: mediaIdOf('movie', 'Nothing') }),
      await expectNotFound(restricted, { media_id: mediaIdOf('movie', 'Three') }),
    ].map(({ body }) => ({ ...body, instance: '' }));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(await refresh(admin, { library_id: uuidOf('Vault') })).toBe(3);
    expect(await refresh(admin, { media_id: mediaIdOf('movie', 'Three') })).toBe(1);
  });
});
