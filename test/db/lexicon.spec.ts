import { isDue } from '../../src/search/lexicon/lexicon-loop';
import { LexiconStore } from '../../src/search/lexicon/lexicon.store';
import { Refresher } from '../../src/read-model/refresh/refresher';
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
  expect((await store.readState(dataSource.manager)).ageMs).toBe(Infinity);

  const hidden = movie(2, { available: false });
  await catalog.importLines([library(1), movie(1), hidden, series(1), season(1, 1), episode(1, 1, 1)]);
  expect(await documents()).toEqual([0, 4]);
  await count();
  expect(await documents()).toEqual([4, 4]);
  expect((await store.readState(dataSource.manager)).ageMs).toBeLessThan(600_000);

  await catalog.importLines([{ type: 'delete', media_id: movieId(1) }]);
  expect(await documents()).toEqual([4, 3]);
  await count();
  expect(await documents()).toEqual([3, 3]);
});

test('words of rows that were away during a count are counted once these are derived again', async () => {
  await catalog.clear();
  const store = new LexiconStore();
  const { dataSource } = catalog;
  const count = (): Promise<boolean> => dataSource.transaction((manager) => store.refresh(manager));
  const isCountDue = async (): Promise<boolean> =>
    isDue({ ...(await store.readState(dataSource.manager)), ageMs: Infinity }, 0);
  await catalog.importLines([library(1), series(1), season(1, 1), episode(1, 1, 1)]);
  await catalog.importLines([series(1, { title: 'Quagmire' })]);
  await count();
  expect(await isCountDue()).toBe(false);

  await catalog.module.get(Refresher, { strict: false }).drain();
  expect(await isCountDue()).toBe(true);
  await count();
  expect(await isCountDue()).toBe(false);
  expect(await dataSource.query(`SELECT documents FROM intelligence_lexicon WHERE lexeme = 'squagmir'`)).toEqual([
    { documents: 2 },
  ]);
});
