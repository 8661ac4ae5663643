import { LexiconStore } from '../../src/read-model/lexicon.store';
import { type CatalogFixture, openCatalog } from './catalog-fixture';
import { episode, library, movie, movieId, season, series } from './catalog-records';

let catalog: CatalogFixture;

beforeAll(async () => {
  catalog = await openCatalog();
});

afterAll(() => catalog.close());

test('the lexicon knows how many servable documents it counted and how many there are', async () => {
  const store = new LexiconStore();
  const { dataSource } = catalog;
  const documents = async (): Promise<[number, number]> => {
    const state = await store.readState(dataSource.manager);
    return [state.countedDocuments, state.documents];
  };
  const count = (): Promise<boolean> => dataSource.transaction((manager) => store.refresh(manager));
  expect(await documents()).toEqual([0, 0]);

  const hidden = movie(2, { available: false });
  await catalog.importLines([library(1), movie(1), hidden, series(1), season(1, 1), episode(1, 1, 1)]);
  expect(await documents()).toEqual([0, 4]);
  await count();
  expect(await documents()).toEqual([4, 4]);

  await catalog.importLines([{ type: 'delete', media_id: movieId(1) }]);
  expect(await documents()).toEqual([4, 3]);
  await count();
  expect(await documents()).toEqual([3, 3]);
});
