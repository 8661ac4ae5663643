import { DataSource } from 'typeorm';
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

describe('the state of libraries', () => {
  const NAMES = ['\u{1f3ac} Clips', '\uffee Shorts', 'audio', 'Zoo'];

  afterAll(async () => {
    await app.app.get(DataSource).query('DELETE FROM intelligence_dirty_keys');
    for (const name of NAMES)
      await client(app)
        .as(admin)
        .delete(`/admin/catalog/libraries/${uuidOf(name)}`);
  });

  it('is sorted by the code points of the names', async () => {
    await importCatalog(
      app,
      admin,
      NAMES.map((name) => library(name)),
    );
    expect(await namesFor(admin)).toEqual(['Films', 'Vault', 'Zoo', 'audio', '\uffee Shorts', '\u{1f3ac} Clips']);
  });

  it('has the error of the latest failure, even if an item that failed earlier is due later', async () => {
    // An item is due 1 second after its first failure, and 8 seconds after its fourth. The first item is due in 6
    // seconds, so it failed 2 seconds ago. The second item is due now, so it failed 1 second ago.
    await app.app.get(DataSource).query(
      `INSERT INTO intelligence_dirty_keys (library_id, media_id, reason, quarantined, attempts, not_before, last_error)
       VALUES ($1, $2, 'test', true, 4, now() + interval '6 seconds', 'earlier'),
              ($1, $3, 'test', true, 1, now(), 'later')`,
      [uuidOf('Films'), uuidOf('movie/One'), uuidOf('movie/Two')],
    );
    const { body } = await client(app).as(admin).get<ReadModelsResponse>('/admin/read-models', { expect: 200 });
    expect(body.libraries.find(({ name }) => name === 'Films')?.last_error).toBe('later');
  });
});

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
