import { createUser, type TestUser } from '../../support/accounts/accounts';
import {
  type CatalogRecord,
  episode,
  importCatalog,
  library,
  mediaIdOf,
  movie,
  season,
  series,
} from '../../support/catalog/catalog';
import { client } from '../../support/requests/client';
import { createTestApp, type TestApp } from '../../support/app/test-app';

const SHOW = 'Lanternfield';
const IDS = [mediaIdOf('series', SHOW), mediaIdOf('season', `${SHOW}/1`), mediaIdOf('episode', `${SHOW}/1/1`)];

let app: TestApp;
let admin: TestUser;

beforeAll(async () => {
  app = await createTestApp({ workers: false });
  admin = await createUser(app, { role: 'admin' });
  await importCatalog(app, admin, [library('Shows', 'series'), movie('Shows', 'Other')]);
});
afterAll(() => app.close());

function records(fields: Record<string, unknown>): CatalogRecord[] {
  return [
    series('Shows', SHOW, fields),
    season(SHOW, 1, fields),
    episode(SHOW, 1, 1, { title: `${SHOW} begins`, ...fields }),
  ];
}

/** The ids of the show that contexts, a list and a search return. */
async function shownIds(): Promise<string[][]> {
  const api = client(app).as(admin);
  const contexts = await api.post<{ contexts: { item: { media: { media_id: string } } }[] }>(
    '/intelligence/items:contexts',
    { media_ids: IDS },
  );
  const list = await api.post<{ items: { media: { media_id: string } }[] }>('/intelligence/items:browse');
  const search = await api.post<{ candidates: { media: { media_id: string } }[] }>('/intelligence/candidates:search', {
    query: SHOW,
  });
  const rows = [contexts.body.contexts.map(({ item }) => item), list.body.items, search.body.candidates];
  return rows.map((items) => IDS.filter((id) => items.some(({ media }) => media.media_id === id)));
}

it('an import hides a series with its season and episode, and shows them again', async () => {
  await importCatalog(app, admin, records({ files: [{ path: 'show/file.mkv', size_bytes: 1 }] }));
  expect(await shownIds()).toEqual([IDS, IDS, IDS]);
  await importCatalog(app, admin, records({ available: false }));
  expect(await shownIds()).toEqual([[], [], []]);
  await importCatalog(app, admin, records({}));
  expect(await shownIds()).toEqual([IDS, IDS, IDS]);
});
